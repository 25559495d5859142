import { sql } from 'kysely'
import { lineStates } from '#contract/values/states.ts'
import type { DeliveryKind, MovingState, OrderState } from '#contract/values/states.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import { progress } from '../lists/progress.ts'

/**
 * A change of the state of an order. `trackingUrl` is stored if the order goes from `packed` to `sent`. `at` is in UTC
 * milliseconds.
 */
type StateChange = { id: string; from: OrderState; to: MovingState; trackingUrl: string | null; at: number }

/**
 * Changes the state of an order and returns the order. Returns undefined if the order is no longer in the state `from`.
 * An order that is moved back from `sent` to `packed` loses its tracking link.
 */
export function setState(
  db: Db,
  { id, from, to, trackingUrl, at }: StateChange,
): Promise<OrderRow | undefined> {
  const keepsLink = to === 'delivered' || from === 'delivered'
  return db
    .updateTable('orders')
    .set({
      state: to,
      delivered_at: to === 'delivered' ? at : null,
      ...(!keepsLink && { tracking_url: to === 'sent' ? trackingUrl : null }),
    })
    .where('id', '=', id)
    .where('state', '=', from)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Sets the delivery state of all paid lines of an order to the one that belongs to the order's `state`. `by` is the
 * user id of the admin.
 */
export async function setLines(
  db: Db,
  { paymentId, state, by }: { paymentId: string; state: MovingState; by: string },
): Promise<void> {
  const delivery = lineStates[state]
  await db
    .updateTable('cart_items')
    .set({ delivery: delivery === 'Ordered' ? null : delivery, moved_by: by })
    .where('payment_id', '=', paymentId)
    .where('payment', '=', 'OK')
    .execute()
}

export async function findDeliveryKind(db: Db, paymentId: string): Promise<DeliveryKind> {
  const row = await db
    .selectFrom('checkouts')
    .select('method_kind')
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
  return row?.method_kind ?? 'parcel'
}

/**
 * Locks orders until the end of the transaction, and returns them. Two admins may move two lines of an order at the
 * same time. The second transaction then waits here, and afterwards sees the line that the first one has moved.
 */
export function lockOrders(db: Db, ids: string[]): Promise<Pick<OrderRow, 'id' | 'state' | 'payment_id'>[]> {
  return db
    .updateTable('orders')
    .set(({ ref }) => ({ state: ref('state') }))
    .where('id', 'in', ids)
    .returning(['id', 'state', 'payment_id'])
    .execute()
}

/**
 * Returns, by payment id, the delivery state of the paid line that is furthest behind, as a number from 1 (ordered) to
 * 4 (delivered).
 */
export async function leastProgressOf(db: Db, paymentIds: string[]): Promise<Map<string | null, number>> {
  const rows = await db
    .selectFrom('cart_items')
    .select(['payment_id', sql<number>`min(${progress.value})`.as('least')])
    .where('payment_id', 'in', paymentIds)
    .where('payment', '=', 'OK')
    .groupBy('payment_id')
    .execute()
  return new Map(rows.map(({ payment_id, least }) => [payment_id, least]))
}

/**
 * Notes that the customer was told that the order is in this state. Returns false if the customer was told before, or
 * if the order is in another state.
 */
export async function markNotified(
  db: Db,
  { id, user_id, state }: Pick<OrderRow, 'id' | 'user_id' | 'state'>,
  at: number,
): Promise<boolean> {
  const row = await db
    .updateTable('orders')
    .set({ notified_at: at })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where('state', '=', state)
    .where('notified_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Sets the state of the order of a payment to `refunded`, and returns the order. Returns undefined if the payment has
 * no order, or if the order was cancelled.
 */
export function setRefunded(db: Db, paymentId: string): Promise<OrderRow | undefined> {
  return db
    .updateTable('orders')
    .set({ state: 'refunded' })
    .where('payment_id', '=', paymentId)
    .where('state', '!=', 'cancelled')
    .returningAll()
    .executeTakeFirst()
}
