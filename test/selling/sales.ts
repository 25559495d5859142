import type { CounterQuoteRequest, NewSale } from '#contract/orders/counter-sales.ts'
import { HANDED_OVER } from '#contract/values/orders/counter.ts'
import { DEFAULT_CURRENCY } from '#contract/values/money.ts'
import type { CoffeeRow } from '#server/tables/product-rows.ts'

type Shelves = { shelves: { espresso: Pick<CoffeeRow, 'id' | 'price_cents'> } }

/** Returns the request for the price of an espresso that is handed over. */
export function saleQuote({ shelves: { espresso } }: Shelves): CounterQuoteRequest {
  return { items: [{ productId: espresso.id, quantity: 1 }], methodId: HANDED_OVER, country: null }
}

/** Returns the request that sells one espresso in cash to somebody who says no name. */
export function saleOf(shop: Shelves, changes: Partial<NewSale> = {}): NewSale {
  const { items, methodId } = saleQuote(shop)
  const price = shop.shelves.espresso.price_cents
  const nobody = { name: '', address: null, note: '' }
  const money = { way: 'cash', total: price, currency: DEFAULT_CURRENCY } as const
  return { requestId: crypto.randomUUID(), items, methodId, ...nobody, ...money, ...changes }
}
