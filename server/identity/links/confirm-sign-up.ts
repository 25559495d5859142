import { Problem } from '#contract/errors.ts'
import { now } from '#server/platform/clock.ts'
import { readCookie } from '../browser-cookie.ts'
import { insertWithPassword } from '../create-account.ts'
import { isPassword } from '../passwords.ts'
import { findUserByEmail, refuseDuplicate } from '../queries.ts'
import { enter } from '../sessions/enter.ts'
import type { Entered, Http } from '../sessions/enter.ts'
import { SIGN_UP_COOKIE } from './sign-up.ts'
import type { PendingSignUp, SignUpSetup } from './sign-up.ts'
import { deleteTokens, findToken, storedToken, takeToken } from '../tokens.ts'
import { countingWrongPasswords } from '../wrong-passwords.ts'

type Confirmation = { token: string; password?: string }

/**
 * Completes a sign-up with the link in the mail: creates the account and opens a session. A browser other than the one
 * that signed up must also send the password. Otherwise a person could sign up with another person's address, and would
 * know the password of the account that the other person opens with the link.
 */
export async function confirmSignUp(
  setup: SignUpSetup,
  http: Http,
  { token, password }: Confirmation,
): Promise<Entered> {
  const { database, https } = setup
  const given = { token, kinds: ['sign-up' as const], at: now() }
  const found = await findToken(database.read, given)
  if (!found) return new Problem('link-used')
  const pending: PendingSignUp = JSON.parse(found.data)
  const mark = readCookie(http, { name: SIGN_UP_COOKIE, https })
  const isSameBrowser = mark !== null && storedToken(mark) === pending.browser
  const allowed = isSameBrowser || (await checkPassword(setup, { http, pending, password, key: found.hash }))
  if (allowed instanceof Problem) return allowed
  const person = await enter(setup, http, {
    identify: async ({ tx }) => {
      const taken = await takeToken(tx, given)
      if (!taken || (await findUserByEmail(tx, pending.email))) return new Problem('link-used')
      await deleteTokens(tx, { owner: pending.email, kinds: ['sign-up'] })
      return insertWithPassword(tx, { ...pending, confirmed: 1 })
    },
  }).catch(refuseDuplicate)
  const isTaken = person instanceof Problem && person.code === 'email-already-in-use'
  return isTaken ? new Problem('link-used') : person
}

type Sent = { http: Http; pending: PendingSignUp; password: string | undefined; key: string }

async function checkPassword(
  { limits }: SignUpSetup,
  { http, pending, password, key }: Sent,
): Promise<true | Problem> {
  if (password === undefined) return new Problem('password-needed')
  const check = async () =>
    (await isPassword({ hash: pending.password, password })) || new Problem('wrong-current-password')
  return countingWrongPasswords({ limits, http, key: `confirm sign-up ${key}`, isKnown: false, check })
}
