import type { OrderItem } from '#contract/cart.ts'
import type { FullPayment } from '#contract/payments.ts'
import { toCents, toPrice } from '#contract/values/money.ts'
import type { CoffeeRow } from '#server/tables.ts'
import { orderOf } from './catalogue.ts'
import type { TestPerson } from './shop.ts'

/** Adds coffees to a person's cart. Returns the ids of the items. */
export async function fill(person: TestPerson, ...coffees: CoffeeRow[]): Promise<string[]> {
  const ids: string[] = []
  for (const coffee of coffees) {
    const { answer } = await person.call('POST /orders', { body: orderOf(person, coffee) })
    ids.push(String(answer.insertedId))
  }
  return ids
}

/** Returns a person's cart as the API lists it. */
export async function cartOf(person: TestPerson): Promise<OrderItem[]> {
  return (await person.call('GET /myCarts', { query: { email: person.email } })).answer
}

/** Returns the body of the request that pays for these items: the items and their total as shown. */
export function fullPayment({ email }: { email: string }, shown: OrderItem[]): FullPayment {
  const items = shown.map(({ _id, price, newPrice }) => ({ _id, price, ...(newPrice && { newPrice }) }))
  const cents = items.reduce((sum, { price, newPrice }) => sum + (toCents(newPrice ?? price) ?? 0), 0)
  return { email, items, total: toPrice(cents) }
}
