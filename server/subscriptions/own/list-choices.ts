import type { SubscriptionChoice } from '#contract/orders/subscriptions.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { kindText } from '#contract/values/facts/alike.ts'
import { toAmountText } from '#contract/values/money.ts'
import { bagPrice, factsOfProduct, readFacts, replaces } from '#server/catalogue/roasters-choice.ts'
import type { Db } from '#server/shop-database.ts'

/** The maximum number of coffees to choose from. */
const MAX_CHOICES = 500

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
    ...(coffees.some((other) => other.price_cents <= coffee.price_cents && replaces(coffee, other)) && {
      kind: kindText(coffee.facts) ?? '',
    }),
  }))
}
