import { deliveryStates } from '#contract/values/states.ts'
import type { DeliveryState } from '#contract/values/states.ts'

/** Returns the delivery state of an ordered item, or null if the item is not paid, or its order was refunded. */
export function deliveryOf(item: {
  payment?: 'OK'
  delivery?: DeliveryState
  refunded?: true
}): DeliveryState | null {
  return item.payment === 'OK' && !item.refunded ? (item.delivery ?? 'Ordered') : null
}

/** Returns the delivery state that follows `state`, or null if `state` is the last one. */
export function nextState(state: DeliveryState): DeliveryState | null {
  return deliveryStates[deliveryStates.indexOf(state) + 1] ?? null
}

/** Returns the delivery state of an order, which all its items have, as the list of orders shows it. */
export function deliveryText([item]: { delivery?: DeliveryState }[]): string {
  const state = item?.delivery ?? 'Ordered'
  return state === 'Ordered' ? 'Not packed yet' : state
}
