import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { itemsOf, useGuestCart } from '#client/guests/guest-cart.ts'
import type { KeptItem } from '#client/guests/guest-cart.ts'
import { api } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import type { Quote, QuoteRequest } from '#contract/selling/checkout.ts'
import { readCheckout } from '../kept-checkout.ts'
import type { Chosen } from '../use-quote.ts'
import { firstCountry, NOTHING, QUOTES, requestFor, stateOf } from '../use-quote.ts'
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
    ...guestQuote(requestFor(country, chosen), kept),
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
  return { ...NOTHING, country: readCheckout('').guest?.country ?? null }
}

/** The quote names the lines as the cart does. */
function guestQuote(request: QuoteRequest, kept: KeptItem[]) {
  const body = { ...request, items: itemsOf(kept) }
  return {
    queryKey: [...QUOTES, body],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const quote = await api('POST /checkout/quote', { body }, { signal })
      return { ...quote, lines: withKeptIds(quote.lines, kept) }
    },
  }
}

/** Returns the country to which the browser's time zone belongs, which the page of a coffee has asked for, too. */
function useGuessedCountry(enabled: boolean): { country: string | null; isLoading: boolean } {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const { data, isLoading } = useQuery({
    ...callQuery('GET /delivery', { query: { timeZone } }),
    enabled,
    retry: false,
  })
  return { country: data?.country ?? null, isLoading }
}
