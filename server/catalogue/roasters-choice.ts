import { sql } from 'kysely'
import { Problem } from '#contract/errors.ts'
import type { CoffeeFacts } from '#contract/selling/coffee-facts.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { isAlike, kindText } from '#contract/values/facts/alike.ts'
import { subscriberPrice } from '#contract/values/orders/subscriptions.ts'
import type { Db } from '#server/shop-database.ts'
import type { ProductRow } from '#server/tables/product-rows.ts'

/** The maximum number of coffees of one size from which a roaster chooses. */
const MAX_ALIKE = 500

/** Selects the facts of a product as JSON. A bag has those of its coffee. */
export const factsOfProduct = sql<
  string | null
>`coalesce((SELECT coffee.facts FROM products coffee WHERE coffee.id = products.coffee_id), products.facts)`

export function readFacts(facts: string | null): CoffeeFacts {
  return facts === null ? {} : JSON.parse(facts)
}

/** Returns what the kind of a product is called, or null if its facts do not say it. */
export function kindOf(facts: string | null): string | null {
  return kindText(readFacts(facts))
}

/** Returns what a bag of a coffee costs in a subscription, in the smallest unit of the currency. */
export function bagPrice({ subscriptions, currency }: SellingSettings, price: number): number {
  return subscriberPrice(price, subscriptions, currency)
}

type Coffee = Pick<ProductRow, 'id' | 'weight_grams'> & { facts: CoffeeFacts }

/** Returns whether the roaster can choose a coffee in place of a subscribed one, if it does not cost more. */
export function replaces(own: Coffee, other: Coffee): boolean {
  const isSameSize = other.id !== own.id && other.weight_grams === own.weight_grams
  return isSameSize && isAlike(own.facts, other.facts)
}

type Replaced = { productId: string; agreed: number }

/**
 * Lists the ids of the coffees on sale that can come in place of a subscribed one: they are of its kind and its size, and a bag
 * costs no more than the agreed price, in the smallest unit of the currency.
 */
export async function listAlike(
  db: Db,
  settings: SellingSettings,
  { productId, agreed }: Replaced,
): Promise<string[]> {
  const products = db
    .selectFrom('products')
    .select(['id', 'weight_grams', 'price_cents', factsOfProduct.as('facts')])
  const own = await products.where('id', '=', productId).executeTakeFirstOrThrow()
  const others = await products
    .where('archived_at', 'is', null)
    .where('id', '!=', productId)
    .where('weight_grams', own.weight_grams === null ? 'is' : '=', own.weight_grams)
    .orderBy('id')
    .limit(MAX_ALIKE)
    .execute()
  const subscribed = { ...own, facts: readFacts(own.facts) }
  return others
    .filter(({ price_cents }) => bagPrice(settings, price_cents) <= agreed)
    .filter((other) => replaces(subscribed, { ...other, facts: readFacts(other.facts) }))
    .map(({ id }) => id)
}

/** Returns what the kind of a coffee is called if the roaster can choose another one in place of it at the price of now. */
export async function findKind(
  db: Db,
  settings: SellingSettings,
  id: string,
): Promise<{ kind?: string } | Problem> {
  const product = db.selectFrom('products').select(['price_cents', factsOfProduct.as('facts')])
  const own = await product.where('id', '=', id).where('archived_at', 'is', null).executeTakeFirst()
  if (!own) return new Problem('not-found')
  const kind = kindOf(own.facts)
  const agreed = bagPrice(settings, own.price_cents)
  const alike = await listAlike(db, settings, { productId: id, agreed })
  return kind !== null && alike.length > 0 ? { kind } : {}
}
