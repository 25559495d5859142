import { setTimeout as sleep } from 'node:timers/promises'
import { queueMails } from '#server/mail/queue-mail.ts'
import { now } from '#server/platform/clock.ts'
import { networksOf } from '#server/platform/http/address.ts'
import { queueingFor } from '#server/platform/http/fair-queue.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { hashPassword } from '../passwords.ts'
import type { Http, IdentityProvider, NewAccount } from '../provider/identity-provider.ts'
import { findUserByEmail } from '../queries.ts'
import { mailboxOf, withinMailLimits } from './mail-limits.ts'
import { newToken } from './link-token.ts'
import { insertPendingSignUp } from './queries.ts'
import { markBrowser } from './sign-up-browser.ts'

/** The time in milliseconds for which the link in the mail can be used. */
export const SIGN_UP_LINK_MS = 24 * 60 * 60 * 1000

/**
 * The minimum time in milliseconds that a sign-up takes. The steps for a new and for a taken address differ by one
 * statement. Without this minimum, the time of the response could show whether the address has an account.
 */
const LEAST_MS = 500

type ConfirmedSignUps = NonNullable<IdentityProvider['confirmedSignUps']>

export type SignUpByMail = {
  database: ShopDatabase
  signUps: ConfirmedSignUps
  limits: SharedLimits
  https: boolean
}

/**
 * Stores a sign-up and mails a link that completes it. If the address has an account already, mails that instead. The
 * response is the same in both cases, and takes the same time, so that it does not show who has an account.
 */
export async function requestSignUp(setup: SignUpByMail, http: Http, account: NewAccount): Promise<void> {
  const browser = markBrowser(http, { lifetimeMs: SIGN_UP_LINK_MS, https: setup.https })
  const requester = { isKnown: false, networks: networksOf(http.request.ip) }
  const hashAndMail = async () => {
    const hash = await queueingFor(requester, () => hashPassword(account.password))
    const { email } = account
    await withinMailLimits(setup.limits, { key: `sign-up ${mailboxOf(email)}`, ip: http.request.ip }, () =>
      mail(setup, { name: account.name, email, hash, browser }),
    )
  }
  await Promise.all([hashAndMail(), sleep(LEAST_MS)])
}

type SignUp = { name: string; email: string; hash: string; browser: string }

async function mail(
  { database, signUps }: SignUpByMail,
  { name, email, hash: password, browser }: SignUp,
): Promise<void> {
  const isTaken = (await signUps.hasAccount(email)) || Boolean(await findUserByEmail(database.read, email))
  const [at, { token, stored: id }] = [now(), newToken()]
  const expiresAt = at + SIGN_UP_LINK_MS
  await database.write(async ({ tx, publish }) => {
    if (!isTaken)
      await insertPendingSignUp(tx, {
        id,
        email,
        name,
        password,
        browser,
        created_at: at,
        expires_at: expiresAt,
      })
    const content = isTaken
      ? { subject: 'You have an account already', data: { template: 'address-taken' } as const }
      : {
          subject: 'Confirm your email address',
          data: { template: 'confirm-sign-up', name, token, expiresAt } as const,
        }
    await queueMails(tx, [{ recipient: email, replyTo: null, ...content }])
    publish({ type: 'mail-changed' })
  })
}
