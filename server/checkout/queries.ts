import type { PlacedCheckout } from '#contract/selling/checkout.ts'
import { columnsOf, fixedQuery } from '#server/platform/database/fixed-query.ts'
import type { Db } from '#server/shop-database.ts'
import type { CheckoutRow, OrderRow } from '#server/tables.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'

/**
 * Stores when a saved address was last used for an order. The address is found by its JSON, because the checkout
 * request contains the address instead of its id.
 */
export const markAddressUsed = fixedQuery(
  (db: Db, { userId, data, at }: { userId: string; data: string; at: number }) =>
    db.updateTable('addresses').set({ used_at: at }).where('user_id', '=', userId).where('data', '=', data),
)

const checkoutColumns = ['payment_id', 'user_id', 'method_kind', 'roast_on', 'data', 'created_at'] as const

export const insertCheckout = fixedQuery((db: Db, row: CheckoutRow) =>
  db.insertInto('checkouts').values(columnsOf(row, checkoutColumns)),
)

/** Finds the amount of a payment, in the smallest unit of its currency, and its gateway. */
export function readPayment(
  db: Db,
  id: string,
): Promise<Pick<PaymentRow, 'amount_cents' | 'currency' | 'gateway'> | undefined> {
  const row = db.selectFrom('payments').select(['amount_cents', 'currency', 'gateway']).where('id', '=', id)
  return row.executeTakeFirst()
}

/** Lists the coffees of a user's payment that come again, those that come most often first. */
export async function listSubscribed(
  db: Db,
  { paymentId, userId }: { paymentId: string; userId: string },
): Promise<PlacedCheckout['subscribed']> {
  const rows = await db
    .selectFrom('cart_items')
    .select(['product_name', 'every_weeks', 'roasters_choice'])
    .distinct()
    .where('payment_id', '=', paymentId)
    .where('user_id', '=', userId)
    .where('every_weeks', 'is not', null)
    .orderBy('every_weeks')
    .orderBy('product_name')
    .execute()
  return rows.flatMap(({ product_name: coffee, every_weeks: everyWeeks, roasters_choice }) =>
    everyWeeks === null ? [] : [{ coffee, everyWeeks, roastersChoice: roasters_choice === 1 }],
  )
}

/** Finds the checkout of a user's payment (what the user agreed to), with the number of the order if there is one. */
export function findCheckout(
  db: Db,
  { paymentId, userId }: { paymentId: string; userId: string },
): Promise<(Pick<CheckoutRow, 'data'> & { number: OrderRow['number'] | null }) | undefined> {
  return db
    .selectFrom('checkouts')
    .leftJoin('orders', (join) =>
      join
        .onRef('orders.payment_id', '=', 'checkouts.payment_id')
        .onRef('orders.user_id', '=', 'checkouts.user_id'),
    )
    .select(['checkouts.data', 'orders.number'])
    .where('checkouts.payment_id', '=', paymentId)
    .where('checkouts.user_id', '=', userId)
    .executeTakeFirst()
}
