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

/**
 * Describes the delivery states of an order's items in words, such as `2 of 3 sent, 1 delivered`. Delivered items are
 * counted as sent, too.
 */
export function deliveryText(items: { delivery?: DeliveryState }[]): string {
  const count = (state: DeliveryState) => items.filter(({ delivery }) => delivery === state).length
  const [packed, sent, delivered, all] = [count('Packed'), count('Sent'), count('Delivered'), items.length]
  if (delivered === all && all > 0) return all === 1 ? 'Delivered' : `All ${all} delivered`
  if (sent + delivered > 0) {
    const sentText = share(sent + delivered, all, 'sent')
    return delivered > 0 ? `${sentText}, ${delivered} delivered` : sentText
  }
  return packed > 0 ? share(packed, all, 'packed') : 'Not packed yet'
}

function share(part: number, all: number, state: string): string {
  if (all === 1) return state.charAt(0).toUpperCase() + state.slice(1)
  return part === all ? `All ${all} ${state}` : `${part} of ${all} ${state}`
}
