import { isMoving } from '#contract/values/states.ts'
import type { DeliveryKind, MovingState } from '#contract/values/states.ts'
import { now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import type { Orders } from '../orders.ts'
import { notifyCustomer } from './notify-customer.ts'
import { findDeliveryKind, leastProgressOf, lockOrders, setState } from './queries.ts'

/**
 * Moves orders to the state of their lines, after some of the lines were moved one by one: an order is as far as the
 * line that is furthest behind. It must run in the transaction that moves the lines. Orders that are waiting, cancelled
 * or refunded are not changed.
 */
export async function followLines(
  tx: Db,
  orders: Pick<Orders, 'sendsMail'>,
  orderIds: string[],
): Promise<void> {
  if (orderIds.length === 0) return
  const locked = await lockOrders(tx, orderIds)
  const least = await leastProgressOf(
    tx,
    locked.map(({ payment_id }) => payment_id),
  )
  for (const order of locked) {
    const progress = least.get(order.payment_id)
    if (progress !== undefined && isMoving(order.state)) await follow(tx, orders, { ...order, progress })
  }
}

type Followed = Pick<OrderRow, 'id' | 'state' | 'payment_id'> & { progress: number }

async function follow(
  tx: Db,
  orders: Pick<Orders, 'sendsMail'>,
  { id, state, payment_id, progress }: Followed,
): Promise<void> {
  const to = stateAt(progress, state === 'ready' ? 'pickup' : await findDeliveryKind(tx, payment_id))
  if (to === state) return
  const moved = await setState(tx, { id, from: state, to, trackingUrl: null, at: now() })
  if (moved) await notifyCustomer(tx, orders, moved)
}

/**
 * Returns the state of an order, given the progress of the line that is furthest behind: 1 for ordered to 4 for
 * delivered.
 */
function stateAt(progress: number, kind: DeliveryKind): MovingState {
  if (progress === 1) return 'paid'
  if (progress === 2) return 'packed'
  if (progress === 4) return 'delivered'
  return kind === 'pickup' ? 'ready' : 'sent'
}
