import type { Address } from '#contract/selling/settings.ts'
import type { Db } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { findCheckout } from './details/queries.ts'
import { findCustomer, findNumbers, findOrderOfPayment } from './queries.ts'

/** Returns the id of the order of this payment, or null if it has none. */
export async function findOrderIdOf(
  db: Db,
  payment: Pick<PaymentRow, 'id' | 'user_id'>,
): Promise<string | null> {
  return (await findOrderOfPayment(db, payment))?.id ?? null
}

/** Returns the numbers of the orders of these payments, as a map from payment id to number. */
export async function findOrderNumbers(db: Db, paymentIds: string[]): Promise<Map<string, number>> {
  const rows = await findNumbers(db, paymentIds)
  return new Map(rows.map(({ payment_id, number }) => [payment_id, number]))
}

/** Returns the email address of a payment's customer, and the address of the parcel, or null for a pickup. */
export async function findBuyer(
  db: Db,
  { id, user_id }: Pick<PaymentRow, 'id' | 'user_id'>,
): Promise<{ email: string | null; address: Address | null }> {
  const customer = await findCustomer(db, user_id)
  const checkout = await findCheckout(db, { payment_id: id, user_id })
  return { email: customer?.email ?? null, address: checkout?.address ?? null }
}
