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
    .selectAll('subscriptions')
    .select(['products.name as product', 'second.name as secondChoice'])
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
    subscriptions: rows.map((row) => ({
      product: row.product,
      secondChoice: row.secondChoice,
      roastersChoice: row.roasters_choice === 1,
      grind: row.grind,
      quantity: row.quantity,
      everyWeeks: row.every_weeks,
      price: toAmountText(row.price_cents, currency),
      state: row.state,
      nextOn: row.next_on,
      checkout: JSON.parse(row.checkout),
      begunAt: row.created_at,
      endedAt: row.ended_at,
      endedReason: row.ended_reason,
      deliveries: (deliveriesOf.get(row.id) ?? []).map(({ roastOn, state }) => ({ roastOn, state })),
    })),
    gifts: gifts.map((gift) => {
      const { recipient, message, startOn }: GiftData = JSON.parse(gift.data)
      const { deliveries: count, created_at: boughtAt, subscription_id } = gift
      return { recipient, message, deliveries: count, startOn, boughtAt, hasBegun: subscription_id !== null }
    }),
    cards,
  }
}
