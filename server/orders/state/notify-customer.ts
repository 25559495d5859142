import type { OrderState } from '#contract/values/states.ts'
import { now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import { queueMoveMail } from '../after-sale-mails.ts'
import type { MoveTemplate } from '../after-sale-mails.ts'
import type { Orders } from '../orders.ts'
import { markNotified } from './queries.ts'

/** The mail that a customer gets about an order in each state. */
const MAILS: Partial<Record<OrderState, MoveTemplate>> = {
  waiting: 'order-ready',
  sent: 'order-sent',
  ready: 'order-ready',
  cancelled: 'order-cancelled',
}

/**
 * Queues the mail that an order was sent, can be picked up or was cancelled, if it is in such a state. It must run in
 * the transaction that changes the state. An order that goes back and is sent a second time queues no second mail.
 * The customer of a `waiting` order is told that it can be picked up. Returns whether a mail was queued.
 */
export async function notifyCustomer(
  tx: Db,
  { sendsMail }: Pick<Orders, 'sendsMail'>,
  order: OrderRow,
): Promise<boolean> {
  const template = MAILS[order.state]
  if (!sendsMail || !template) return false
  const isFirst = await markNotified(tx, order, now())
  if (isFirst) await queueMoveMail(tx, order, template)
  return isFirst
}
