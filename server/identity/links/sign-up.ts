import { Problem } from '#contract/errors.ts'
import { queueMails } from '#server/mail/queue-mail.ts'
import { now } from '#server/platform/clock.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { readBrowserSecret, setBrowserSecret } from '../cookies.ts'
import type { Http } from '../cookies.ts'
import { countingWrong, hashFor, WRONG_GUESSES } from '../limit-guesses.ts'
import { isPassword } from '../passwords.ts'
import { findUserByEmail, insertAccount, isTaken, refuseDuplicate } from '../queries.ts'
import { openSession } from '../sessions/open-session.ts'
import type { OpenedSession, SessionSetup } from '../sessions/open-session.ts'
import { deleteTokens, findToken, mint, newToken, storedToken, takeToken } from '../tokens.ts'
import { mailboxOf, withinMailLimits } from './mail-limits.ts'

/** The time in milliseconds for which the link in the mail can be used. */
export const SIGN_UP_LINK_MS = 24 * 60 * 60 * 1000

/**
 * The cookie of the browser that signed up. It need not send the password again when it opens the link in the mail.
 */
const COOKIE = 'crema.sign-up'

type NewAccount = { name: string; email: string; password: string }

type SignUpSetup = SessionSetup & {
  limits: SharedLimits
  /** Whether a new account has to be confirmed with a link in a mail before its first session. */
  confirmsSignUps: boolean
}

/** A sign-up that waits for its link: `password` is the hash, and `browser` what is stored of the cookie's token. */
type PendingSignUp = NewAccount & { browser: string }

/**
 * Creates an account and signs in with it. If sign-ups have to be confirmed, only mails a link and returns null, whether
 * or not the email address has an account.
 */
export async function signUp(
  setup: SignUpSetup,
  http: Http,
  given: NewAccount,
): Promise<OpenedSession | null> {
  const account = { ...given, name: given.name.trim(), email: given.email.toLowerCase() }
  if (setup.confirmsSignUps) return requestSignUp(setup, http, account)
  if (await isTaken(setup.database.read, account.email)) return new Problem('email-already-in-use')
  const password = await hashFor(http.request.ip, account.password)
  const identify = async ({ tx }: { tx: Db }) =>
    (await isTaken(tx, account.email))
      ? new Problem('email-already-in-use')
      : insertAccount(tx, { ...account, password, confirmed: 0 })
  return openSession(setup, http, { identify }).catch(refuseDuplicate)
}

/**
 * Stores a sign-up and mails a link that completes it. If the address has an account already, mails that instead. The
 * response is the same in both cases, and takes the same time, so that it does not show who has an account.
 */
async function requestSignUp(
  { database, limits, https }: SignUpSetup,
  http: Http,
  account: NewAccount,
): Promise<null> {
  const { token, stored: browser } = newToken()
  setBrowserSecret(http, { name: COOKIE, https, value: token, lifetimeMs: SIGN_UP_LINK_MS })
  const { ip } = http.request
  const pending = { ...account, password: await hashFor(ip, account.password), browser }
  const key = { key: `sign-up ${mailboxOf(account.email)}`, ip }
  await withinMailLimits(limits, [key], () => mailLink(database, pending))
  return null
}

async function mailLink(database: ShopDatabase, pending: PendingSignUp): Promise<void> {
  const { name, email } = pending
  const isKnown = await isTaken(database.read, email)
  const expiresAt = now() + SIGN_UP_LINK_MS
  await database.write(async ({ tx, publish }) => {
    const token = isKnown ? '' : await mint(tx, { kind: 'sign-up', owner: email, data: pending, expiresAt })
    const mail = isKnown
      ? { subject: 'You have an account already', data: { template: 'address-taken' } as const }
      : {
          subject: 'Confirm your email address',
          data: { template: 'confirm-sign-up', name, token, expiresAt } as const,
        }
    await queueMails(tx, [{ recipient: email, replyTo: null, ...mail }])
    publish({ type: 'mail-changed' })
  })
}

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
): Promise<OpenedSession> {
  const { database, https, limits } = setup
  const given = { token, kinds: ['sign-up' as const], at: now() }
  const found = await findToken(database.read, given)
  if (!found) return new Problem('link-used')
  const pending: PendingSignUp = JSON.parse(found.data)
  const mark = readBrowserSecret(http, { name: COOKIE, https })
  if (mark === null || storedToken(mark) !== pending.browser) {
    if (password === undefined) return new Problem('password-needed')
    const counted = [{ bucket: WRONG_GUESSES, key: `confirm sign-up ${found.hash}` }]
    const checked = await countingWrong(
      { limits, http, counted, isKnown: false },
      async () =>
        (await isPassword({ hash: pending.password, password })) || new Problem('wrong-current-password'),
    )
    if (checked instanceof Problem) return checked
  }
  const person = await openSession(setup, http, {
    identify: async ({ tx }) => {
      const taken = await takeToken(tx, given)
      if (!taken || (await findUserByEmail(tx, pending.email))) return new Problem('link-used')
      await deleteTokens(tx, { owner: pending.email, kinds: ['sign-up'] })
      return insertAccount(tx, { ...pending, confirmed: 1 })
    },
  }).catch(refuseDuplicate)
  const isTakenNow = person instanceof Problem && person.code === 'email-already-in-use'
  return isTakenNow ? new Problem('link-used') : person
}
