import type { Db } from '#server/shop-database.ts'
import { listReserved } from './payment-queries.ts'
import type { OwnPayment } from './payment-queries.ts'

/** Equal items on a bill. `unitCents` is the price of one of them. */
export type BillLine = { name: string; unitCents: number; quantity: number }

/**
 * Lists what is reserved for a payment. Items with the same name and price are one line, which is where the first of
 * them was.
 */
export async function listBill(db: Db, payment: OwnPayment): Promise<BillLine[]> {
  const items = await listReserved(db, payment)
  const equal = Map.groupBy(items, ({ product_name, price_cents }) => `${price_cents} ${product_name}`)
  return [...equal.values()].flatMap(([first, ...others]) =>
    first ? [{ name: first.product_name, unitCents: first.price_cents, quantity: 1 + others.length }] : [],
  )
}
