import type { OrderItem } from '#contract/cart.ts'
import type { FullPayment } from '#contract/payments.ts'
import { DEFAULT_CURRENCY, toAmountText, toMinor } from '#contract/values/money.ts'
import type { CoffeeRow } from '#server/tables/product-rows.ts'
import { orderOf } from './catalogue.ts'
import type { TestPerson } from './shop.ts'

/** Adds coffees to a person's cart. Returns the ids of the new items in the cart. */
export function fill(person: TestPerson, ...coffees: CoffeeRow[]): Promise<string[]> {
  return fillIn(DEFAULT_CURRENCY, person, coffees)
}

/** Does the same as `fill` in a shop with another currency. */
export async function fillIn(currency: string, person: TestPerson, coffees: CoffeeRow[]): Promise<string[]> {
  const ids: string[] = []
  for (const coffee of coffees) {
    const { answer } = await person.call('POST /orders', { body: orderOf(person, coffee, currency) })
    ids.push(String(answer.insertedId))
  }
  return ids
}

/** Returns the items in a person's cart, as the API lists them. */
export async function cartOf(person: TestPerson): Promise<OrderItem[]> {
  return (await person.call('GET /myCarts', { query: { email: person.email } })).answer
}

/**
 * Returns the body of the API request that pays for these items. The prices and the total are those that the cart
 * shows.
 */
export function fullPayment(
  { email }: { email: string },
  shown: OrderItem[],
  currency = DEFAULT_CURRENCY,
): FullPayment {
  const items = shown.map(({ _id, price, newPrice }) => ({ _id, price, ...(newPrice && { newPrice }) }))
  const cents = items.reduce(
    (sum, { price, newPrice }) => sum + (toMinor(newPrice ?? price, currency) ?? 0),
    0,
  )
  return { email, items, total: toAmountText(cents, currency) }
}

/**
 * Pays for lines of a person's cart in the checkout of a shop that delivers nothing, at the prices of today. Without
 * `lines`, pays for all that can be paid.
 */
export async function checkOutPlain(person: TestPerson, lines?: string[]) {
  const { answer: quote } = await person.call('POST /checkout/quote', {
    body: { ...(lines && { lines }), country: null, methodId: null },
  })
  const ids = lines ?? quote.lines.map(({ _id }) => _id)
  const nothing = { methodId: null, address: null, note: '', promise: null }
  return person.call('POST /checkout', { body: { lines: ids, ...nothing, total: quote.totals?.total ?? 0 } })
}
