import { decimalsOf } from '../money.ts'
import { grams } from './grams.ts'

/** How often a coffee can come, in weeks. */
export const RHYTHMS = [1, 2, 3, 4, 6] as const

export type Rhythm = (typeof RHYTHMS)[number]

export const subscriptionStates = ['active', 'paused', 'ended'] as const

/** What stands before the token in the fragment of a link with which customers revoke it. A token has no such dot. */
export const REVOKE = 'revoke.'

/** The maximum length of the reason why a subscription was ended, in characters. */
export const REASON_LENGTH = 500

/** What stands after the name of a bag that the shop adds to a delivery as a present. */
export const AS_PRESENT = ' (a present)'

/** What a shop with subscriptions offers: how much less each bag costs, in percent. */
export type SubscriptionOffer = { percentOff: number }

/**
 * Returns what a bag of a subscription costs, in the smallest unit of the currency. In currencies with three decimals, cards
 * cannot be charged with the last one.
 */
export function subscriberPrice(price: number, { percentOff }: SubscriptionOffer, currency: string): number {
  const step = decimalsOf(currency) === 3 ? 10 : 1
  return Math.round((price * (100 - percentOff)) / 100 / step) * step
}

/** Returns the name of a coffee that the roaster chooses, such as `Roaster’s choice (espresso, 250 g)`. */
export function roastersChoiceText(kind: string | null, weight: number | null): string {
  const facts = [kind, weight && grams(weight)].filter(Boolean).join(', ')
  return facts ? `Roaster’s choice (${facts})` : 'Roaster’s choice'
}

/** What is said of a coffee that is only the first delivery of its subscription. */
export const CHOICE_AFTER_FIRST = 'roaster’s choice after the first'

/** Returns how often a coffee comes, such as `every 2 weeks`, and whether the roaster chooses it after the first delivery. */
export function rhythmText(everyWeeks: number, roastersChoice = false): string {
  const rhythm = everyWeeks === 1 ? 'every week' : `every ${everyWeeks} weeks`
  return roastersChoice ? `${rhythm}, ${CHOICE_AFTER_FIRST}` : rhythm
}

/** Returns the day from which the delivery after the one of `day` is planned, both such as `2026-11-24`. */
export function dayOfNext(day: string, everyWeeks: number): string {
  const next = Date.parse(day) + everyWeeks * 7 * 86_400_000
  return new Date(next).toISOString().slice(0, 10)
}

/**
 * What the customer agrees to before a card is saved. A changed text gets a new version, and the versions before stay here,
 * because mandates refer to them.
 */
export const CONSENT_TEXTS: Record<number, string> = {
  1: 'You allow the shop to save your card and to charge it for each delivery of your subscription, two days before its coffee is roasted, until you cancel. You can change, pause or cancel it at any time before that.',
}

export const CONSENT_VERSION = 1
