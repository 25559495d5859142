import { lineStates } from '#contract/values/states.ts'
import type { ParcelTracking } from '#contract/values/orders/carriers.ts'
import type { DeliveryKind, MovingState, OrderState } from '#contract/values/states.ts'
import { packFromLots, unpackLots } from '#server/lots/pack-lots.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'

/**
 * A change of the state of an order. `tracking` is stored if the order goes from `packed` to `sent`. `at` is in UTC
 * milliseconds.
 */
type StateChange = {
  id: string
  from: OrderState
  to: MovingState
  tracking?: ParcelTracking | null
  at: number
}

/**
 * Changes the state of an order and returns the order. Returns undefined if the order is no longer in the state `from`.
 * An order that is moved back from `sent` to `packed` loses its tracking link.
 *
 * An order that leaves `paid` is packed, and gets its lots. One that goes back there gives them back.
 *
 * The lines show the state of their order. Each has a copy of it, because the list of all lines is sorted by it.
 */
export async function setState(
  db: Db,
  { id, from, to, tracking = null, at }: StateChange,
): Promise<OrderRow | undefined> {
  const keepsLink = to === 'delivered' || from === 'delivered'
  const order = await db
    .updateTable('orders')
    .set({
      state: to,
      delivered_at: to === 'delivered' ? at : null,
      ...(!keepsLink && columnsOf(to === 'sent' ? tracking : null)),
    })
    .where('id', '=', id)
    .where('state', '=', from)
    .returningAll()
    .executeTakeFirst()
  if (!order) return undefined
  if (from === 'paid') await packFromLots(db, order.payment_id)
  if (to === 'paid') await unpackLots(db, order.payment_id)
  const delivery = lineStates[to]
  await db
    .updateTable('cart_items')
    .set({ delivery: delivery === 'Ordered' ? null : delivery })
    .where('payment_id', '=', order.payment_id)
    .where('payment', '=', 'OK')
    .execute()
  return order
}

function columnsOf(tracking: ParcelTracking | null) {
  const { url = null, carrier = null, number = null } = tracking ?? {}
  return { tracking_url: url, carrier, tracking_number: number }
}

/** Stores how the parcel of a sent order is followed. Returns undefined if the order is not sent, or has this link. */
export function setTracking(db: Db, id: string, tracking: ParcelTracking): Promise<OrderRow | undefined> {
  return db
    .updateTable('orders')
    .set(columnsOf(tracking))
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .where(({ or, eb }) => or([eb('tracking_url', 'is', null), eb('tracking_url', '<>', tracking.url)]))
    .returningAll()
    .executeTakeFirst()
}

/** Returns how the order of a payment gets to its customer, or that it is a gift. */
export async function findDeliveryKind(db: Db, paymentId: string): Promise<DeliveryKind | 'gift'> {
  const row = await db
    .selectFrom('checkouts')
    .leftJoin('gifts', 'gifts.payment_id', 'checkouts.payment_id')
    .select(['method_kind', 'gifts.payment_id as gift'])
    .where('checkouts.payment_id', '=', paymentId)
    .executeTakeFirst()
  return row?.gift ? 'gift' : (row?.method_kind ?? 'parcel')
}
