import { Problem } from '#contract/errors.ts'
import type { Modified } from '#contract/fields.ts'
import { shownEmail } from '#contract/values/mails.ts'
import { orderStateNames } from '#contract/values/states.ts'
import type { OrderState } from '#contract/values/states.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { now } from '#server/platform/clock.ts'
import { packFromLots } from '#server/lots/pack-lots.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import { queueStateMail } from '../order-mails.ts'
import type { StateTemplate } from '../order-mails.ts'
import type { Orders } from '../orders.ts'
import { isPickupToPack } from '../packing/pick-list.ts'
import { findOrder } from '../queries.ts'

/** The mail that a customer gets about an order in each state. */
const MAILS: Partial<Record<OrderState, StateTemplate>> = {
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
  if (!sendsMail || !template || shownEmail(order.email) === '') return false
  const { id, user_id, state } = order
  const notified = await tx
    .updateTable('orders')
    .set({ notified_at: now() })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where('state', '=', state)
    .where('notified_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (notified) await queueStateMail(tx, order, template)
  return notified !== undefined
}

/**
 * Returns whether the customer can be told that an order is ready, although it is not paid: it is paid at
 * pickup, the customer was not told yet, and the shop sends mails.
 */
export async function canTellReady(
  db: Db,
  { sendsMail }: Pick<Orders, 'sendsMail'>,
  { id, state, email }: OrderRow,
): Promise<boolean> {
  if (!sendsMail || state !== 'waiting' || shownEmail(email) === '') return false
  const found = db
    .selectFrom('orders')
    .innerJoin('checkouts', 'checkouts.payment_id', 'orders.payment_id')
    .select('orders.id')
    .where('orders.id', '=', id)
    .where(isPickupToPack)
  return (await found.executeTakeFirst()) !== undefined
}

/**
 * Queues the mail that a pickup is ready, although it is not paid. The order stays as it is. Returns a problem if the
 * customer cannot be told, for example because another admin has just done so.
 */
export function tellReady(
  orders: Pick<Orders, 'database' | 'sendsMail'>,
  caller: Caller,
  id: string,
): Promise<Modified | Problem> {
  return orders.database.write(async ({ tx, publish }) => {
    const order = await findOrder(tx, id)
    if (!order) return new Problem('not-found')
    const isTold = (await canTellReady(tx, orders, order)) && (await notifyCustomer(tx, orders, order))
    if (!isTold) return stateConflict((await findOrder(tx, id)) ?? order)
    await packFromLots(tx, order.payment_id)
    await writeAudit(tx, caller, {
      action: 'told customer',
      subject: `Order ${order.number}`,
      detail: `${order.email}: ready for pickup`,
    })
    publish({ type: 'order-changed', userId: order.user_id })
    return { acknowledged: true, modifiedCount: 1 }
  })
}

/** Returns the problem that an order is not, or no longer, as the admin saw it. */
export function stateConflict({ number, state, notified_at }: OrderRow): Problem {
  const told = state === 'waiting' && notified_at !== null ? ' The customer was told that it is ready.' : ''
  return new Problem('state-conflict', {
    detail: `Order ${number} is now: ${orderStateNames[state]}.${told}`,
  })
}
