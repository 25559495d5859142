import { now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import { queueMoveMail } from '../after-sale-mails.ts'
import type { Orders } from '../orders.ts'
import { markNotified } from './queries.ts'

/**
 * Queues the mail that an order was sent or can be picked up, if the order is now in one of these states. Must be
 * called in the transaction that changes the state. An order that is moved back and then sent a second time queues no
 * second mail.
 */
export async function notifyCustomer(
  tx: Db,
  { sendsMail }: Pick<Orders, 'sendsMail'>,
  order: OrderRow,
): Promise<void> {
  const { id, state } = order
  if (!sendsMail || (state !== 'sent' && state !== 'ready')) return
  if (await markNotified(tx, { id, at: now() })) await queueMoveMail(tx, order)
}
