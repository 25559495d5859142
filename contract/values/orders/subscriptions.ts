/** How often a coffee can come, in weeks. */
export const RHYTHMS = [1, 2, 3, 4, 6] as const

export type Rhythm = (typeof RHYTHMS)[number]

/** What stands before the token in the fragment of a link with which customers revoke it. A token has no such dot. */
export const REVOKE = 'revoke.'

/** The maximum length of the reason why a subscription was ended, in characters. */
export const REASON_LENGTH = 500

/** Returns what a bag of a subscription costs, in the smallest unit of the currency. */
export function subscriberPrice(price: number, percentOff: number): number {
  return Math.round((price * (100 - percentOff)) / 100)
}

/**
 * What the customer agrees to before a card is saved. A changed text gets a new version, and the versions before stay here,
 * because mandates refer to them.
 */
export const CONSENT_TEXTS: Record<number, string> = {
  1: 'You allow the shop to save your card and to charge it for each delivery of your subscription, two days before its coffee is roasted, until you cancel. You can change, pause or cancel it at any time before that.',
}

export const CONSENT_VERSION = 1
