import { Problem } from '#contract/errors.ts'
import { queueMails } from '#server/mail/queue-mail.ts'
import { now } from '#server/platform/clock.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { mailboxOf, withinMailLimits } from './mail-limits.ts'
import { deleteFactors } from '../factors/queries.ts'
import { hashFor } from '../limit-guesses.ts'
import { changeAccount, findAccountByEmail, lockAccount } from '../queries.ts'
import { endSessions } from '../sessions/queries.ts'
import { deleteTokens, findToken, MAILED_LINKS, mint, takeToken } from '../tokens.ts'

/** The time in milliseconds during which a link can be used. */
export const RESET_LINK_MS = 30 * 60 * 1000

type Setup = { database: ShopDatabase; limits: SharedLimits; sendsMail: boolean }

/**
 * Queues a mail with a link for choosing a new password, if an account has this email address. Also returns true if there
 * is no such account, so that the response does not show who has an account. Returns the problem `no-mail` if the shop
 * cannot send mails.
 */
export async function forgotPassword(
  { database, limits, sendsMail }: Setup,
  address: string,
): Promise<true | Problem> {
  if (!sendsMail) return new Problem('no-mail')
  const email = address.toLowerCase()
  await withinMailLimits(limits, [{ key: `reset ${mailboxOf(email)}` }], () => mailLink(database, email))
  return true
}

async function mailLink(database: ShopDatabase, email: string): Promise<void> {
  const account = await findAccountByEmail(database.read, email)
  if (!account) return
  const expiresAt = now() + RESET_LINK_MS
  await database.write(async ({ tx, publish }) => {
    const token = await mint(tx, { kind: 'reset', owner: account.id, expiresAt })
    const data = { template: 'password-reset', name: account.name, token, expiresAt } as const
    await queueMails(tx, [{ recipient: email, replyTo: null, subject: 'Choose a new password', data }])
    publish({ type: 'mail-changed' })
  })
}

type NewPassword = { token: string; password: string; ip: string }

/**
 * Replaces the password of the account for which the link was mailed. All sessions of the account end, and the
 * access tokens of these sessions stop working. So do all other links that were mailed for this account. The address of
 * the account counts as confirmed then, because the link was sent to it.
 */
export async function resetPassword(
  database: ShopDatabase,
  { token, password, ip }: NewPassword,
): Promise<true | Problem> {
  // The password is hashed first. If the queue for hashes is full, the link stays valid.
  const hash = await hashFor(ip, password)
  return database.write(async (write) => {
    const { tx } = write
    const given = { token, kinds: ['reset' as const], at: now() }
    // The account is locked before the token, as in all other changes, so that two of them do not wait for each other.
    const owner = (await findToken(tx, given))?.owner
    const account = owner && (await lockAccount(tx, owner))
    if (!account || !(await takeToken(tx, given))) return new Problem('mailed-link-used')
    await changeAccount(tx, account.id, { password: hash, confirmed: 1 })
    if (!account.confirmed) await deleteFactors(tx, account.id)
    await endSessions(write, account.id)
    await deleteTokens(tx, { owner: account.id, kinds: [...MAILED_LINKS, 'second-factor'] })
    return true as const
  })
}
