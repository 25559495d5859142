import { newId } from '#server/platform/clock.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { OrderRow, PaymentRow } from '#server/tables.ts'
import { findFullOrder, insertOrder, markLinesPaid } from './queries.ts'

type SuccessfulPayment = Pick<PaymentRow, 'id' | 'user_id' | 'kind' | 'amount_cents'>

/**
 * Makes a paid order of the lines that a payment holds, and returns the order. It runs in the transaction that writes
 * the payment's outcome. `paidAt` is in UTC milliseconds. Name and e-mail address are copied from the lines to the
 * order. The copies do not change when the user changes them later.
 */
export async function placeOrder(
  { tx, publish }: ShopWrite,
  { id: paymentId, user_id, kind, amount_cents }: SuccessfulPayment,
  paidAt: number,
): Promise<OrderRow> {
  const id = newId()
  const [line] = await markLinesPaid(tx, { paymentId, orderId: id, at: paidAt })
  if (!line) throw new Error(`Payment ${paymentId} holds no lines.`)
  const order: OrderRow = {
    id,
    user_id,
    email: line.email,
    customer: line.customer,
    total_cents: amount_cents,
    payment_id: paymentId,
    created_at: paidAt,
    kind,
  }
  await insertOrder(tx, order)
  publish({ type: 'order-placed', userId: user_id, orderId: id })
  return order
}

/** Returns the id of the full order of one of these payments, or null if each of them paid for a single line. */
export async function findFullOrderId(db: Db, paymentIds: string[]): Promise<string | null> {
  if (paymentIds.length === 0) return null
  return (await findFullOrder(db, paymentIds))?.id ?? null
}
