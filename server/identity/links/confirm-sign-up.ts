import { Problem } from '#contract/errors.ts'
import type { Person } from '#contract/identity.ts'
import { now } from '#server/platform/clock.ts'
import type { PendingSignUpRow } from '#server/tables/account-rows.ts'
import { isPassword } from '../passwords.ts'
import type { Http } from '../provider/identity-provider.ts'
import { findUserByEmail } from '../queries.ts'
import { countingWrongPasswords } from '../wrong-passwords.ts'
import { storedToken } from './link-token.ts'
import { deletePendingSignUps, findPendingSignUp } from './queries.ts'
import type { SignUpByMail } from './request-sign-up.ts'
import { isMarked } from './sign-up-browser.ts'

type Confirmation = { token: string; password?: string }

/**
 * Completes a sign-up with the link in the mail: creates the account and opens a session. A browser other than the one
 * that signed up must also send the password. Otherwise a person could sign up with another person's address, and would
 * know the password of the account that the other person opens with the link.
 */
export async function confirmSignUp(
  setup: SignUpByMail,
  http: Http,
  { token, password }: Confirmation,
): Promise<Person | Problem> {
  const { database, signUps, https } = setup
  const pending = await findPendingSignUp(database.read, { id: storedToken(token), at: now() })
  if (!pending) return new Problem('link-used')
  const isSameBrowser = isMarked(http, { stored: pending.browser, https })
  const allowed = isSameBrowser || (await checkPassword(setup, { http, pending, password }))
  if (allowed instanceof Problem) return allowed
  const { name, email, password: hash } = pending
  if (await findUserByEmail(database.read, email)) return new Problem('link-used')
  const person = await signUps.signUp(http, { name, email, hash })
  if (person instanceof Problem && person.code !== 'email-already-in-use') return person
  await database.write(({ tx }) => deletePendingSignUps(tx, email))
  return person instanceof Problem ? new Problem('link-used') : person
}

type Sent = { http: Http; pending: PendingSignUpRow; password: string | undefined }

async function checkPassword(
  { limits }: SignUpByMail,
  { http, pending, password }: Sent,
): Promise<true | Problem> {
  if (password === undefined) return new Problem('password-needed')
  const check = async () =>
    (await isPassword({ hash: pending.password, password })) || new Problem('wrong-current-password')
  const key = `confirm sign-up ${pending.id}`
  return countingWrongPasswords({ limits, http, key, isKnown: false, check })
}
