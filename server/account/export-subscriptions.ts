import type { OwnData } from '#contract/identity/own-account.ts'
import { toAmountText } from '#contract/values/money.ts'
import type { Db } from '#server/shop-database.ts'
import type { GiftData } from '#server/tables/subscription-rows.ts'

/** Returns the subscriptions, the gifts and the saved cards of a user. Prices are in `currency`, that of the shop. */
export async function readSubscriptions(
  read: Db,
  userId: string,
  currency: string,
): Promise<Pick<OwnData, 'subscriptions' | 'gifts' | 'cards'>> {
  const rows = await read
    .selectFrom('subscriptions')
    .innerJoin('products', 'products.id', 'subscriptions.product_id')
    .leftJoin('products as second', 'second.id', 'subscriptions.second_product_id')
    .select([
      'subscriptions.id',
      'products.name as product',
      'second.name as secondChoice',
      'roasters_choice',
    ])
    .select(['grind', 'quantity', 'every_weeks as everyWeeks', 'subscriptions.price_cents', 'state'])
    .select(['next_on as nextOn', 'checkout', 'subscriptions.created_at as begunAt'])
    .select(['ended_at as endedAt', 'ended_reason as endedReason'])
    .where('subscriptions.user_id', '=', userId)
    .orderBy('subscriptions.id')
    .execute()
  const deliveries = await read
    .selectFrom('deliveries')
    .innerJoin('subscriptions', 'subscriptions.id', 'deliveries.subscription_id')
    .select(['subscription_id', 'roast_on as roastOn', 'deliveries.state'])
    .where('subscriptions.user_id', '=', userId)
    .orderBy('roast_on')
    .execute()
  const deliveriesOf = Map.groupBy(deliveries, ({ subscription_id }) => subscription_id)
  const gifts = await read
    .selectFrom('gifts')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('payment_id')
    .execute()
  const cards = await read
    .selectFrom('mandates')
    .select(['card', 'consent', 'given_at as givenAt', 'revoked_at as revokedAt'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return {
    subscriptions: rows.map(({ id, roasters_choice, price_cents, checkout, ...row }) => ({
      ...row,
      roastersChoice: roasters_choice === 1,
      price: toAmountText(price_cents, currency),
      checkout: JSON.parse(checkout),
      deliveries: (deliveriesOf.get(id) ?? []).map(({ roastOn, state }) => ({ roastOn, state })),
    })),
    gifts: gifts.map((gift) => {
      const { recipient, message, startOn }: GiftData = JSON.parse(gift.data)
      const { deliveries: count, created_at: boughtAt, subscription_id } = gift
      return { recipient, message, deliveries: count, startOn, boughtAt, hasBegun: subscription_id !== null }
    }),
    cards,
  }
}
