import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '#contract/errors.ts'
import { queueMails } from '#server/mail/queue-mail.ts'
import { networksOf } from '#server/platform/http/address.ts'
import { queueingFor } from '#server/platform/http/fair-queue.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { mailboxOf, withinMailLimits } from './links/mail-limits.ts'
import { cancelEmailChange } from './links/erase-links.ts'
import type { IdentityProvider } from './provider/identity-provider.ts'
import { endSessionsOf, findUserBySubject } from './queries.ts'

/**
 * The minimum time in milliseconds that a request for a reset link takes. A shorter response time would show that
 * there is no account with the email address.
 */
const LEAST_MS = 500

type Setup = { database: ShopDatabase; provider: IdentityProvider; limits: SharedLimits; sendsMail: boolean }

/**
 * Queues a mail with a link for choosing a new password, if an account has this email address. A hosted identity
 * provider sends that mail itself. Also returns true if there is no such account, so that the response does not show who
 * has an account. Returns the problem `no-mail` if the shop cannot send mails.
 */
export async function forgotPassword(setup: Setup, address: string): Promise<true | Problem> {
  if (!setup.sendsMail && !setup.provider.isHosted) return new Problem('no-mail')
  const email = address.toLowerCase()
  const mail = withinMailLimits(setup.limits, { key: `reset ${mailboxOf(email)}` }, () =>
    mailToken(setup, email),
  )
  await Promise.all([mail, sleep(LEAST_MS)])
  return true
}

async function mailToken({ database, provider }: Setup, email: string): Promise<void> {
  const reset = await provider.createResetToken(email)
  if (!reset) return
  await database.write(async ({ tx, publish }) => {
    const data = { template: 'password-reset', ...reset } as const
    await queueMails(tx, [{ recipient: email, replyTo: null, subject: 'Choose a new password', data }])
    publish({ type: 'mail-changed' })
  })
}

type NewPassword = { token: string; password: string; ip: string }

/**
 * Replaces the password of the account for which the reset token was issued. All sessions of the account end, and the
 * access tokens of these sessions stop working. So do all other links that were mailed for this account, to reset the
 * password or to change the email address.
 */
export async function resetPassword(
  { database, provider }: Pick<Setup, 'database' | 'provider'>,
  { token, password, ip }: NewPassword,
): Promise<true | Problem> {
  const requester = { isKnown: false, networks: networksOf(ip) }
  const subject = await queueingFor(requester, () => provider.resetPassword(token, password))
  if (subject instanceof Problem) return subject
  await database.write(async ({ tx, publish }) => {
    // The provider has already ended the sessions. A sign-in with the old password that began before may have opened
    // another session since then.
    await endSessionsOf(tx, subject)
    const user = await findUserBySubject(tx, subject)
    if (!user) return
    await cancelEmailChange(tx, user.id)
    publish({ type: 'user-changed', userId: user.id })
  })
  return true
}
