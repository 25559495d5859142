import type { DeliveryState, deliveryStates } from '#contract/values/states.ts'

/** The way of a paid item. */
export const STEPS = ['Ordered', 'Packed', 'Sent', 'Delivered'] as const satisfies typeof deliveryStates

/** Where an item is, or null while it is not paid. */
export function deliveryOf(item: { payment?: 'OK'; delivery?: DeliveryState }): DeliveryState | null {
  return item.payment === 'OK' ? (item.delivery ?? 'Ordered') : null
}

/** What comes after a state, or null at the end of the way. */
export function nextStep(state: DeliveryState): DeliveryState | null {
  return STEPS[STEPS.indexOf(state) + 1] ?? null
}

/** Where the items of an order are, in words: as far as any of them has come. */
export function deliveryWords(items: { delivery?: DeliveryState }[]): string {
  const count = (state: DeliveryState) => items.filter(({ delivery }) => delivery === state).length
  const [Packed, Sent, Delivered, all] = [count('Packed'), count('Sent'), count('Delivered'), items.length]
  if (Delivered === all && all > 0) return all === 1 ? 'Delivered' : `All ${all} delivered`
  if (Sent + Delivered > 0) {
    const sent = share(Sent + Delivered, all, 'sent')
    return Delivered > 0 ? `${sent}, ${Delivered} delivered` : sent
  }
  return Packed > 0 ? share(Packed, all, 'packed') : 'Not packed yet'
}

function share(part: number, all: number, what: string): string {
  if (all === 1) return what.charAt(0).toUpperCase() + what.slice(1)
  return part === all ? `All ${all} ${what}` : `${part} of ${all} ${what}`
}
