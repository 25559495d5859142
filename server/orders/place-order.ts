import { newId } from '#server/platform/clock.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { OrderRow, PaymentRow } from '#server/tables.ts'
import { findFullOrder, insertOrder, markLinesPaid, takeOrderNumber } from './queries.ts'

type SuccessfulPayment = Pick<PaymentRow, 'id' | 'user_id' | 'kind' | 'amount_cents'>

/**
 * Turns the cart lines that are reserved for a payment into a paid order, and returns the order. It runs in the
 * transaction that writes the outcome of the payment. `paidAt` is in UTC milliseconds. The order gets a copy of the
 * customer's name and e-mail address, which stays the same if the user changes them later.
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
    number: await takeOrderNumber(tx),
    state: 'paid',
    tracking_url: null,
    withdrawn_at: null,
  }
  await insertOrder(tx, order)
  publish({ type: 'order-placed', userId: user_id, orderId: id })
  return order
}

/**
 * Returns the id of the full order (several order lines that were paid together) that was paid with one of these
 * payments. Returns null if each of the payments was for a single line.
 */
export async function findFullOrderId(db: Db, paymentIds: string[]): Promise<string | null> {
  if (paymentIds.length === 0) return null
  return (await findFullOrder(db, paymentIds))?.id ?? null
}
