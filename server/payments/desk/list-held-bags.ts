import { BY_HAND } from '#contract/selling/gateways.ts'
import type { HeldBags } from '#contract/orders/payment-desk.ts'
import type { Db } from '#server/shop-database.ts'

/** The maximum number of customers in the list of held bags. */
const MAX_HOLDERS = 20

/** Lists the customers with open payments, those that reserve the most bags first, and since when they do. */
export async function listHeldBags(db: Db): Promise<HeldBags[]> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('cart_items', 'cart_items.payment_id', 'payments.id')
    .leftJoin('users', 'users.id', 'payments.user_id')
    .select(({ fn }) => [
      'users.email',
      fn.count<number>('cart_items.id').as('bags'),
      fn.count<number>('payments.id').distinct().as('payments'),
      fn.min<number>('payments.created_at').as('since'),
    ])
    .where('payments.status', '=', 'pending')
    .where('payments.gateway', 'not in', BY_HAND)
    // The customer of a renewal has nothing to complete or to cancel.
    .where('payments.mandate_id', 'is', null)
    .groupBy(['payments.user_id', 'users.email'])
    .orderBy('bags', 'desc')
    .orderBy('since')
    .limit(MAX_HOLDERS)
    .execute()
  return rows.map(({ email, bags, payments, since }) => ({
    ...(email !== null && { email }),
    bags: Number(bags),
    payments: Number(payments),
    since: Number(since),
  }))
}
