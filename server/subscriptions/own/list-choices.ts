import type { SubscriptionChoice } from '#contract/orders/subscriptions.ts'
import type { CoffeeFacts } from '#contract/selling/coffee-facts.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { isAlike, kindText } from '#contract/values/facts/alike.ts'
import { toAmountText } from '#contract/values/money.ts'
import { subscriberPrice } from '#contract/values/orders/subscriptions.ts'
import type { Db } from '#server/shop-database.ts'
import type { ProductRow } from '#server/tables/product-rows.ts'
import { factsOfProduct, readFacts } from './roasters-choice.ts'

/** The maximum number of coffees to choose from. */
const MAX_CHOICES = 500

/** Returns what a bag of a coffee costs in a subscription, in the smallest unit of the currency. */
export function bagPrice({ subscriptions, currency }: SellingSettings, price: number): number {
  return subscriberPrice(price, subscriptions, currency)
}

/** Lists the coffees on sale to which a customer can change. */
export async function listChoices(read: Db, settings: SellingSettings): Promise<SubscriptionChoice[]> {
  const rows = await read
    .selectFrom('products')
    .select(['id', 'name', 'weight_grams', 'price_cents', factsOfProduct.as('facts')])
    .where('archived_at', 'is', null)
    .orderBy('name')
    .orderBy('weight_grams')
    .orderBy('id')
    .limit(MAX_CHOICES)
    .execute()
  const coffees = rows.map((row) => ({ ...row, facts: readFacts(row.facts) }))
  return coffees.map((coffee) => ({
    _id: coffee.id,
    name: coffee.name,
    ...(coffee.weight_grams !== null && { weight: coffee.weight_grams }),
    price: toAmountText(bagPrice(settings, coffee.price_cents), settings.currency),
    ...(coffees.some((other) => replaces(other, coffee)) && { kind: kindText(coffee.facts) ?? '' }),
  }))
}

type Coffee = Pick<ProductRow, 'id' | 'weight_grams' | 'price_cents'> & { facts: CoffeeFacts }

/** Returns whether the roaster can choose a coffee in place of another one. */
function replaces(other: Coffee, own: Coffee): boolean {
  const isSameSize = other.id !== own.id && other.weight_grams === own.weight_grams
  return isSameSize && other.price_cents <= own.price_cents && isAlike(own.facts, other.facts)
}
