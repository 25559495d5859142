/**
 * The ways to pay that the owner of a shop can offer beside each other, in the order in which customers see them. `stripe`
 * needs its keys in the settings.
 */
export const PAYMENT_WAYS = ['stripe', 'pickup', 'transfer'] as const

export type PaymentWay = (typeof PAYMENT_WAYS)[number]

/** The ways in which an order that staff make is paid. `reader` is a card reader that has no connection to this program. */
export const COUNTER_WAYS = ['cash', 'reader', 'transfer'] as const

export type CounterWay = (typeof COUNTER_WAYS)[number]

/**
 * The gateways whose money does not go through this program, so that a person says that it has arrived. `later` was
 * `transfer` and `pickup` before shops could offer several ways.
 */
export const BY_HAND = ['transfer', 'pickup', 'later', 'cash', 'reader'] as const

export function isByHand(gateway: string): boolean {
  return BY_HAND.some((name) => name === gateway)
}
