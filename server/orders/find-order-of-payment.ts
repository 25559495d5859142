import type { Db } from '#server/shop-database.ts'
import { findOrderOfPayment } from './queries.ts'

/** Returns the id of the order of this payment, or null if it has none. */
export async function findOrderIdOf(db: Db, paymentId: string): Promise<string | null> {
  return (await findOrderOfPayment(db, paymentId))?.id ?? null
}
