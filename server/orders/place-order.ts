import { newId } from '#server/platform/clock.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { OrderRow, PaymentRow } from '#server/tables.ts'
import { findFullOrder, insertOrder, markLinesPaid } from './queries.ts'

type SuccessfulPayment = Pick<PaymentRow, 'id' | 'user_id' | 'kind' | 'amount_cents'>

/**
 * Turns the lines that a payment holds into a paid order, in the transaction that writes the payment's outcome, and
 * returns the order. `paidAt` is in UTC milliseconds. Name and e-mail address are copied from the lines to the
 * order, where they stay as they are when the user changes them later.
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

/** Returns the id of the full order that one of these payments paid for, or null if each paid for a single line. */
export async function findFullOrderId(db: Db, paymentIds: string[]): Promise<string | null> {
  if (paymentIds.length === 0) return null
  return (await findFullOrder(db, paymentIds))?.id ?? null
}
