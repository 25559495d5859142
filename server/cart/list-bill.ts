import type { Db } from '#server/shop-database.ts'
import { listReserved } from './payment-queries.ts'
import type { OwnPayment } from './payment-queries.ts'

/** Returns the name and the price in cents of each line that is reserved for a payment. */
export async function listBill(
  db: Db,
  payment: OwnPayment,
): Promise<{ name: string; amountCents: number }[]> {
  const lines = await listReserved(db, payment)
  return lines.map(({ product_name, price_cents }) => ({ name: product_name, amountCents: price_cents }))
}
