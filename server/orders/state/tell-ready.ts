import { Problem } from '#contract/errors.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import type { Orders } from '../orders.ts'
import { findOrder } from '../queries.ts'
import { stateConflict } from './state-conflict.ts'
import { notifyCustomer } from './notify-customer.ts'
import { findDeliveryKind } from './queries.ts'

const MODIFIED = { acknowledged: true, modifiedCount: 1 } as const

/**
 * Returns whether the customer can be told that an order is ready, although it is not paid: it is a pickup that is paid
 * later, the customer was not told yet, and the shop sends mails.
 */
export async function canTellReady(
  db: Db,
  { sendsMail }: Pick<Orders, 'sendsMail'>,
  { state, notified_at, payment_id }: OrderRow,
): Promise<boolean> {
  if (!sendsMail || state !== 'waiting' || notified_at !== null) return false
  return (await findDeliveryKind(db, payment_id)) === 'pickup'
}

/**
 * Queues the mail that a pickup is ready, although it is not paid. The order stays as it is. Returns a problem if the
 * customer cannot be told, for example because another admin has just done so.
 */
export function tellReady(
  orders: Pick<Orders, 'database' | 'sendsMail'>,
  caller: Caller,
  id: string,
): Promise<typeof MODIFIED | Problem> {
  return orders.database.write(async ({ tx, publish }) => {
    const order = await findOrder(tx, id)
    if (!order) return new Problem('not-found')
    const isTold = (await canTellReady(tx, orders, order)) && (await notifyCustomer(tx, orders, order))
    if (!isTold) return stateConflict((await findOrder(tx, id)) ?? order)
    await writeAudit(tx, caller, {
      action: 'told customer',
      subject: `Order ${order.number}`,
      detail: `${order.email}: ready for pickup`,
    })
    publish({ type: 'order-changed', userId: order.user_id })
    return MODIFIED
  })
}
