import { Problem } from '#contract/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import { queueCancellationNotice } from '../after-sale-mails.ts'
import type { Orders } from '../orders.ts'
import { stateConflict } from '../state/state-conflict.ts'
import { notifyCustomer } from '../state/notify-customer.ts'
import { findOwnOrder } from './queries.ts'

/**
 * Cancels one of the caller's orders that waits for its payment. Its stock is given back, and the caller and the shop
 * get a mail. Returns a problem if the order is paid or sent, or was marked as paid at the same time.
 */
export async function cancelOwnOrder(
  orders: Orders,
  { userId }: Caller,
  id: string,
): Promise<{ acknowledged: true; modifiedCount: number } | Problem> {
  const order = await findOwnOrder(orders.database.read, { userId, id })
  if (!order) return new Problem('not-found')
  if (order.state === 'cancelled') return { acknowledged: true, modifiedCount: 0 }
  return order.state === 'waiting' ? cancelWaiting(orders, order) : stateConflict(order)
}

/** Cancels a waiting order for its customer. `also` is run in the transaction that cancels the order. */
export async function cancelWaiting(
  { payments, sendsMail }: Orders,
  order: OrderRow,
  also?: (tx: Db) => Promise<unknown>,
): Promise<{ acknowledged: true; modifiedCount: number } | Problem> {
  const { id, user_id: userId } = order
  const ended = await payments.cancelAttempt(order.payment_id, {
    by: userId,
    also: async ({ tx }) => {
      const after = await findOwnOrder(tx, { userId, id })
      if (after?.state !== 'cancelled') return
      await also?.(tx)
      const isFirst = await notifyCustomer(tx, { sendsMail }, after)
      if (isFirst) await queueCancellationNotice(tx, after)
    },
  })
  if (ended instanceof Problem) return ended
  return { acknowledged: true, modifiedCount: 1 }
}
