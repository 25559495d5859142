import type { Db } from '#server/shop-database.ts'
import type { SubscriptionRow } from '#server/tables/subscription-rows.ts'

/** Lists the subscriptions whose deliveries are in a renewal. */
export function readRenewed(db: Db, renewalId: string): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('deliveries')
    .innerJoin('subscriptions', 'subscriptions.id', 'deliveries.subscription_id')
    .selectAll('subscriptions')
    .where('renewal_id', '=', renewalId)
    .orderBy('subscriptions.id')
    .execute()
}
