import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { itemsOf, useGuestCart } from '#client/guests/guest-cart.ts'
import { callQuery } from '#client/lib/query.ts'
import { ownTimeZone } from '#contract/values/dates/date-texts.ts'
import type { Quote } from '#contract/selling/checkout.ts'
import { firstCountry } from '#contract/values/orders/delivery-price.ts'
import { readCheckout } from '../kept-checkout.ts'
import type { Chosen } from '../use-quote.ts'
import { firstChosen, quoteQuery, requestFor, stateOf } from '../use-quote.ts'
import { withKeptIds } from './use-guest-items.ts'

/**
 * Returns the state of the checkout of a person without an account. At first, the country is the one that was chosen
 * before a reload, or the one in which the person probably is.
 */
export function useGuestQuote() {
  const kept = useGuestCart()?.items ?? []
  const [chosen, setChosen] = useState(firstChoice)
  const guess = useGuessedCountry(chosen.country === null)
  const country = chosen.country ?? guess.country
  const quote = useQuery({
    ...quoteQuery({ ...requestFor(country, chosen), items: itemsOf(kept) }),
    // The lines have the ids that they have in the cart.
    select: (found) => ({ ...found, lines: withKeptIds(found.lines, kept) }),
    enabled: kept.length > 0 && !guess.isLoading,
    placeholderData: keepPreviousData,
  })
  // Parcels are not sent to the country of the person, or not any more.
  if (quote.data && isNotServed(quote.data, country))
    setChosen({ ...chosen, country: firstCountry(quote.data) })
  return stateOf(quote, country, [chosen, setChosen])
}

/** Returns whether parcels are sent to other countries only. */
function isNotServed({ countries }: Quote, country: string | null): boolean {
  return countries.length > 0 && !countries.includes(country ?? '')
}

function firstChoice(): Chosen {
  return { ...firstChosen(), country: readCheckout('').guest?.country ?? null }
}

/** Returns the country to which the browser's time zone belongs, which the page of a coffee has asked for, too. */
function useGuessedCountry(enabled: boolean): { country: string | null; isLoading: boolean } {
  const { data, isLoading } = useQuery({
    ...callQuery('GET /delivery', { query: { timeZone: ownTimeZone() } }),
    enabled,
    retry: false,
  })
  return { country: data?.country ?? null, isLoading }
}
