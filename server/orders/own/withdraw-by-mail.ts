import { sql } from 'kysely'
import { Problem } from '#contract/errors.ts'
import { mailboxOf, withinMailLimits } from '#server/identity/links/mail-limits.ts'
import { findToken, mint } from '#server/identity/tokens.ts'
import { queueMails } from '#server/mail/queue-mail.ts'
import { now } from '#server/platform/clock.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import { findOrder } from '../queries.ts'
import type { Orders } from '../orders.ts'
import { withdraw } from './cancel-own-order.ts'

/** The time in milliseconds during which a mailed link can be used: 3 days. */
const LINK_MS = 3 * 24 * 60 * 60_000

/** What a token of the kind `withdrawal` is stored with: the order, and when the customer asked, in UTC milliseconds. */
type Asked = { orderId: string; at: number }

type Request = { number: number; email: string; ip: string }

/**
 * Queues a mail with a link to withdraw from an order, if there is one with this number and email address. Also returns
 * true if there is none, so that the response does not show who has ordered. Returns the problem `no-mail` if the shop
 * cannot send mails.
 */
export async function mailWithdrawalLink(
  { database, sendsMail, limits }: Pick<Orders, 'database' | 'sendsMail'> & { limits: SharedLimits },
  { number, email, ip }: Request,
): Promise<true | Problem> {
  if (!sendsMail) return new Problem('no-mail')
  await withinMailLimits(limits, [{ key: `withdraw ${mailboxOf(email)}`, ip }], async () => {
    const order = await findOrderByNumber(database.read, { number, email })
    if (!order) return
    const at = now()
    const expiresAt = at + LINK_MS
    const data: Asked = { orderId: order.id, at }
    await database.write(async ({ tx, publish }) => {
      const token = await mint(tx, { kind: 'withdrawal', owner: null, data, expiresAt })
      const mail = { template: 'withdrawal-link', name: order.customer, number, token, expiresAt } as const
      const subject = `Confirm your withdrawal from order ${number}`
      await queueMails(tx, [{ recipient: order.email, replyTo: null, subject, data: mail }])
      publish({ type: 'mail-changed' })
    })
  })
  return true
}

/**
 * Withdraws from the order of a mailed link, as of the time at which the customer asked for it. The link can be used again,
 * which changes nothing, so that a request whose response was lost can be repeated.
 */
export async function withdrawByLink(orders: Orders, token: string): Promise<{ number: number } | Problem> {
  const { read } = orders.database
  const found = await findToken(read, { token, kinds: ['withdrawal'], at: now() })
  if (!found) return new Problem('mailed-link-used')
  const { orderId, at }: Asked = JSON.parse(found.data)
  const order = await findOrder(read, orderId)
  if (!order) return new Problem('not-found')
  const withdrawn = await withdraw(orders, { userId: order.user_id, id: orderId, at })
  return withdrawn instanceof Problem ? withdrawn : { number: order.number }
}

function findOrderByNumber(
  db: Db,
  { number, email }: Pick<Request, 'number' | 'email'>,
): Promise<OrderRow | undefined> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('number', '=', number)
    .where(sql`lower(email)`, '=', email.trim().toLowerCase())
    .executeTakeFirst()
}
