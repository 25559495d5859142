import { useQuery } from '@tanstack/react-query'
import { toAmountText, toMinor } from '#contract/values/money.ts'
import { RHYTHMS, rhythmText, subscriberPrice } from '#contract/values/orders/subscriptions.ts'
import type { Rhythm, SubscriptionOffer } from '#contract/values/orders/subscriptions.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'

/** Returns what subscribers get, or null if nobody can subscribe. Returns undefined until that is known. */
export function useSubscriptionOffer(): SubscriptionOffer | null | undefined {
  const canOffer = !usePageState().settings.paysAtOnce
  const { data } = useQuery({ ...callQuery('GET /grinds'), enabled: canOffer })
  return canOffer && !data ? undefined : (data?.subscriptions ?? null)
}

/**
 * Returns the kind of coffees from which the roaster can choose in place of a coffee, or null if there are none. Returns undefined
 * until that is known.
 */
export function useRoastersChoice(id: string, isAsked: boolean): string | null | undefined {
  const query = callQuery('GET /roastersChoice/{id}', { params: { id } })
  const { data } = useQuery({ ...query, enabled: isAsked })
  return isAsked && data ? (data.kind ?? null) : undefined
}

/** Returns the price of a bag for a subscriber, as text. */
export function priceForSubscriber(price: string, offer: SubscriptionOffer, currency: string): string {
  const minor = toMinor(price, currency)
  return minor === null ? price : toAmountText(subscriberPrice(minor, offer, currency), currency)
}

/** The choices of how often a coffee comes. The value of the first one, once, is empty. */
export const RHYTHM_OPTIONS: readonly { value: string; text: string }[] = [
  { value: '', text: 'Once' },
  ...RHYTHMS.map((weeks) => ({ value: String(weeks), text: rhythmText(weeks).replace('e', 'E') })),
]

/** Returns the rhythm of a choice, or undefined for once. */
export function readRhythm(value: string): Rhythm | undefined {
  return RHYTHMS.find((weeks) => String(weeks) === value)
}
