import type { SubscriptionChoice } from '#contract/orders/subscriptions.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { kindText } from '#contract/values/facts/alike.ts'
import { toAmountText } from '#contract/values/money.ts'
import { bagPrice, factsOfProduct, readFacts, replaces } from '#server/catalogue/roasters-choice.ts'
import type { Db } from '#server/shop-database.ts'
import type { SubscriptionRow } from '#server/tables/subscription-rows.ts'

/** The maximum number of coffees to choose from. */
const MAX_CHOICES = 500

type Agreed = Pick<SubscriptionRow, 'product_id' | 'price_cents'>

/**
 * Lists the coffees on sale to which a customer can change. In place of a subscribed one, the roaster can choose only those that do
 * not cost more than what is agreed.
 */
export async function listChoices(
  read: Db,
  settings: SellingSettings,
  subscribed: Agreed[],
): Promise<SubscriptionChoice[]> {
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
  return coffees.map((coffee) => {
    const price = bagPrice(settings, coffee.price_cents)
    const own = subscribed.filter(({ product_id }) => product_id === coffee.id)
    const agreed = Math.min(price, ...own.map(({ price_cents }) => price_cents))
    const fits = (other: typeof coffee) =>
      bagPrice(settings, other.price_cents) <= agreed && replaces(coffee, other)
    const kind = kindText(coffee.facts)
    return {
      _id: coffee.id,
      name: coffee.name,
      ...(coffee.weight_grams !== null && { weight: coffee.weight_grams }),
      price: toAmountText(price, settings.currency),
      ...(kind !== null && coffees.some(fits) && { kind }),
    }
  })
}
