/**
 * The ways to pay that the owner of a shop can offer beside each other, in the order in which customers see them. `stripe`
 * needs its keys in the settings.
 */
export const PAYMENT_WAYS = ['stripe', 'pickup', 'transfer'] as const

export type PaymentWay = (typeof PAYMENT_WAYS)[number]

/**
 * The gateways whose money does not go through this program, so that an admin marks their orders as paid. `later` was
 * both of the others before shops could offer several ways.
 */
export const BY_HAND = ['transfer', 'pickup', 'later'] as const

export function isByHand(gateway: string): boolean {
  return BY_HAND.some((name) => name === gateway)
}
