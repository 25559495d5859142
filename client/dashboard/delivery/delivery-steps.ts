import type { OrderedProduct } from '#contract/orders.ts'
import { deliveryStates, orderStateNames } from '#contract/values/states.ts'
import type { DeliveryState } from '#contract/values/states.ts'

type Item = Pick<OrderedProduct, 'payment' | 'delivery' | 'refunded'>

/** Returns the delivery state of an ordered item, or null if the item is not paid, or its order was refunded. */
export function deliveryOf(item: Item): DeliveryState | null {
  return item.payment === 'OK' && !item.refunded ? (item.delivery ?? 'Ordered') : null
}

/** Returns the delivery state to which an item can be moved next, or null if there is none. */
export function nextState(item: Item): DeliveryState | null {
  const state = deliveryOf(item)
  return state && (deliveryStates[deliveryStates.indexOf(state) + 1] ?? null)
}

/** Returns what the admin reads for a delivery state. The items of a pickup are not sent, but ready. */
export function deliveryName(state: DeliveryState, isPickup: boolean): string {
  return isPickup && state === 'Sent' ? orderStateNames.ready : state
}
