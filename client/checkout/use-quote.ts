import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Dispatch, SetStateAction } from 'react'
import { useIsJoining } from '#client/guests/joining.ts'
import { api, isRefusal } from '#client/lib/api.ts'
import { keepCode, readCode } from '#client/lib/kept-code.ts'
import { callQuery } from '#client/lib/query.ts'
import type { SavedAddress } from '#contract/selling/addresses.ts'
import type { Offer, PaymentChoice, Quote, QuoteRequest } from '#contract/selling/checkout.ts'

export type Way = Offer['kind']

export const QUOTES = ['POST /checkout/quote']

/**
 * A guest, who has no saved addresses, chooses the country here. `code` is that of a discount, or empty.
 * `withoutPersonal` is set once the server has refused a discount to this person.
 */
export type Chosen = {
  way: Way | null
  addressId: SavedAddress['_id'] | null
  country: string | null
  methodId: Offer['id'] | null
  payment: PaymentChoice['way'] | null
  code: string
  withoutPersonal: boolean
}

/** Returns what is chosen at first: only the code of a discount that the browser has kept. */
export function firstChosen(): Chosen {
  const nothing = { way: null, addressId: null, country: null, methodId: null, payment: null }
  return { ...nothing, code: readCode(), withoutPersonal: false }
}

/**
 * Returns the state of the checkout of a customer with an account: what the customer has chosen, and the server's quote
 * for it. At first, the address that was used last and the first possible delivery are chosen. While the cart of a guest is
 * being added after the login (`isJoining`), no quote is requested.
 */
export function useAccountQuote() {
  const [chosen, setChosen] = useState(firstChosen)
  const saved = useQuery(callQuery('GET /addresses'))
  const address = chosenAddress(saved.data, chosen)
  const country = address?.address.country ?? null
  const isJoining = useIsJoining()
  const quote = useQuery({
    ...quoteQuery(requestFor(country, chosen)),
    enabled: !saved.isPending && !isJoining,
    placeholderData: keepPreviousData,
  })
  return { saved, address, isJoining, ...stateOf(quote, country, [chosen, setChosen]) }
}

/**
 * Returns what is chosen, and what can be chosen. `country` is where the order goes, or null. If what was chosen is not
 * possible, chooses something else, which renders the component again.
 */
export function stateOf(
  quote: UseQueryResult<Quote>,
  country: string | null,
  [chosen, setChosen]: [Chosen, Dispatch<SetStateAction<Chosen>>],
) {
  const way = chosen.way ?? firstWay(quote.data)
  // The shop may have removed the way that the customer has chosen.
  if (chosen.way !== null && quote.data && !waysOf(quote.data).includes(chosen.way))
    setChosen({ ...chosen, way: null })
  const { offers, offer } = offersFor(quote.data, way, chosen)
  // If the customer has not chosen a delivery, or if it is not possible any more, the first possible one is chosen.
  // This requests another quote, which contains the totals.
  if (offer && offer.id !== chosen.methodId && !quote.isPlaceholderData)
    setChosen({ ...chosen, methodId: offer.id })
  return {
    quote,
    way,
    country,
    offers,
    offer,
    payment: chosenPayment(quote.data, chosen),
    withoutPersonal: chosen.withoutPersonal,
    choose: (part: Partial<Chosen>) => setChosen((before) => ({ ...before, ...part })),
  }
}

export type CheckoutState = ReturnType<typeof stateOf>

export function quoteQuery(request: QuoteRequest) {
  return {
    queryKey: [...QUOTES, request],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api('POST /checkout/quote', { body: request }, { signal }),
  }
}

function chosenAddress(addresses: SavedAddress[] = [], { addressId }: Chosen): SavedAddress | null {
  return addresses.find(({ _id }) => _id === addressId) ?? addresses[0] ?? null
}

export function requestFor(
  country: string | null,
  { way, methodId, code, withoutPersonal }: Chosen,
): QuoteRequest {
  const request = { country: way === 'pickup' ? null : country, methodId }
  return { ...request, ...(code !== '' && { code }), ...(withoutPersonal && { withoutPersonal }) }
}

/**
 * Takes off the discount that the server has refused in `POST /checkout`, so that the next quote shows the new total:
 * the code if the error names it, otherwise those that depend on the person.
 */
export function takeOffRefused(error: unknown, choose: (part: Partial<Chosen>) => void): void {
  if (!isRefusal(error) || error.code !== 'discount-refused') return
  const isCode = error.body?.errors?.some(({ field }) => field === 'code')
  if (isCode) keepCode('')
  choose(isCode ? { code: '' } : { withoutPersonal: true })
}

/** Returns the ways that the shop has. A pickup is offered for every order. */
export function waysOf({ countries, offers }: Quote): Way[] {
  const isPossible = { parcel: countries.length > 0, pickup: offers.some(({ kind }) => kind === 'pickup') }
  return (['parcel', 'pickup'] as const).filter((way) => isPossible[way])
}

/** Orders are sent unless the shop only has pickups. */
function firstWay(quote: Quote | undefined): Way {
  return quote?.countries.length === 0 ? 'pickup' : 'parcel'
}

/** Returns how the customer pays: as chosen if that is possible, otherwise in the first possible way. */
function chosenPayment(quote: Quote | undefined, { payment }: Chosen): PaymentChoice['way'] | null {
  const ways = quote?.totals?.payments.map(({ way }) => way) ?? []
  return ways.find((way) => way === payment) ?? ways[0] ?? null
}

function offersFor(quote: Quote | undefined, way: Way, { methodId }: Chosen) {
  const offers = (quote?.offers ?? []).filter(({ kind }) => kind === way)
  return { offers, offer: offers.find(({ id }) => id === methodId) ?? offers[0] ?? null }
}

/**
 * Returns why no delivery is possible: `addressFirst` until a country is known, `notThere` if the shop sends
 * nothing there, `tooHeavy` if only lighter orders are sent there, and `noDelivery` if the shop has no delivery
 * any more.
 */
export function whyNoOffer(
  { countries }: Pick<Quote, 'countries'>,
  way: Way,
  country: string | null,
): 'addressFirst' | 'notThere' | 'tooHeavy' | 'noDelivery' {
  if (way === 'pickup' || countries.length === 0) return 'noDelivery'
  if (country === null) return 'addressFirst'
  return countries.includes(country) ? 'tooHeavy' : 'notThere'
}
