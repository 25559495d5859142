import type { Db } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { findOrderOfPayment } from './queries.ts'

/** Returns the id of the order of this payment, or null if it has none. */
export async function findOrderIdOf(
  db: Db,
  payment: Pick<PaymentRow, 'id' | 'user_id'>,
): Promise<string | null> {
  return (await findOrderOfPayment(db, payment))?.id ?? null
}
