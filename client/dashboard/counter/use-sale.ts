import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import type { CounterQuoteRequest } from '#contract/orders/counter-sales.ts'
import type { Quote } from '#contract/selling/checkout.ts'
import { MAX_ITEMS } from '#contract/values/limits.ts'
import { HANDED_OVER } from '#contract/values/orders/counter.ts'
import { firstCountry } from '#contract/values/orders/delivery-price.ts'

/** A coffee of the sale. The same coffee in two grinds has two lines. */
export type SaleLine = { key: number; productId: string; name: string; quantity: number; grind?: string }

/** How the customer gets the coffees: the id of a way without a parcel, or `SENT`. */
export const SENT = 'sent'

export const QUOTES = 'POST /counter/quote'

/** What is sold, how the customer gets it, and what that costs. At first, it is handed over. */
export function useSale() {
  const lines = useLines()
  const [how, setHow] = useState<string>(HANDED_OVER)
  const [parcel, setParcel] = useState('')
  const [country, setCountry] = useState<string | null>(null)
  const isSent = how === SENT
  const items = lines.lines.map(({ key: _key, name: _name, ...item }) => item)
  const methodId = isSent ? parcel || SENT : how
  const quote = useQuote({ items, methodId, country: isSent ? country : null })
  const parcels = quote.data?.offers.filter(({ kind }) => kind === 'parcel') ?? []
  const first = isSent && !quote.isOld ? parcels[0] : undefined
  if (first && !parcels.some(({ id }) => id === parcel)) setParcel(first.id)
  function choose(to: string): void {
    setHow(to)
    if (to === SENT && country === null && quote.data) setCountry(firstCountry(quote.data))
  }
  return { ...lines, items, quote, how, isSent, choose, parcels, methodId, setParcel, country, setCountry }
}

/** The lines of the sale. In a shop with grinds, each begins with the first of them. */
function useLines() {
  const { demo } = usePageState().settings
  const { data } = useQuery({ ...callQuery('GET /grinds'), enabled: !demo })
  const { grinds = [] } = data ?? {}
  const [lines, setLines] = useState<SaleLine[]>([])
  function add({ productId, name }: Pick<SaleLine, 'productId' | 'name'>): void {
    const [grind] = grinds
    const same = lines.find((line) => line.productId === productId && line.grind === grind)
    if (same) return change(same.key, { quantity: same.quantity + 1 })
    const key = Math.max(0, ...lines.map((line) => line.key)) + 1
    setLines([...lines, { key, productId, name, quantity: 1, ...(grind !== undefined && { grind }) }])
  }
  function change(key: number, part: Partial<SaleLine>): void {
    setLines((before) => before.map((line) => (line.key === key ? { ...line, ...part } : line)))
  }
  const changeGrind = (line: SaleLine, grind: string) => setLines((before) => withGrind(before, line, grind))
  const remove = (key: number) => setLines((before) => before.filter((line) => line.key !== key))
  return { lines, grinds, add, change, changeGrind, remove }
}

/** Returns the lines with another grind of one of them. A line of the same coffee with this grind becomes a part of it. */
export function withGrind(
  lines: readonly SaleLine[],
  { key, productId }: SaleLine,
  grind: string,
): SaleLine[] {
  const isTwin = (line: SaleLine) => line.key !== key && line.productId === productId && line.grind === grind
  const more = countOf(lines.filter(isTwin))
  return lines
    .filter((line) => !isTwin(line))
    .map((line) => (line.key === key ? { ...line, grind, quantity: line.quantity + more } : line))
}

export type SaleState = ReturnType<typeof useSale>

export function countOf(items: readonly { quantity: number }[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Until there is a quote for what is asked, `data` is the last one and `isOld` is true, also after an error. */
function useQuote(request: CounterQuoteRequest) {
  const count = countOf(request.items)
  const { data, error } = useQuery<Quote>({
    queryKey: [QUOTES, request],
    queryFn: ({ signal }) => api(QUOTES, { body: request }, { signal }),
    enabled: count > 0 && count <= MAX_ITEMS,
  })
  const [last, setLast] = useState(data)
  if (data && data !== last) setLast(data)
  return { data: data ?? last, isOld: !data, error }
}

/** Returns what a line costs, and how many of it can be sold, or null until that is known. */
export function quotedLine(
  { lines }: Quote,
  { productId, grind }: SaleLine,
): { price: number; left: number } | null {
  const same = lines.filter((line) => line.productId === productId && line.grind === (grind ?? null))
  if (same.length === 0) return null
  return {
    price: same.reduce((sum, { price }) => sum + price, 0),
    left: same.filter(({ soldOut }) => !soldOut).length,
  }
}
