import type { ShopWrite } from '#server/shop-database.ts'
import { returnStock } from '#server/stock/return-stock.ts'
import type { PaymentRow, RefundRow } from '#server/tables.ts'
import { queueRefundMail } from './after-sale-mails.ts'
import { findOrderOfPayment } from './queries.ts'
import { setRefunded } from './state/queries.ts'

/**
 * A refund that has succeeded. `refundedCents` is the sum of all successful refunds of the payment, including this one.
 */
export type Refunded = {
  payment: Pick<PaymentRow, 'id' | 'amount_cents'>
  refund: Pick<RefundRow, 'amount_cents'>
  refundedCents: number
}

/**
 * Updates the order of a payment after a refund has succeeded, and queues the mail about the refund. It must run in the
 * transaction that writes the success of the refund. If the whole amount is now refunded, the order becomes `refunded`
 * and its stock is put back, unless the order was cancelled before. Does nothing if the payment has no order.
 */
export async function recordRefund(
  { tx, publish }: ShopWrite,
  { payment, refund, refundedCents }: Refunded,
  { sendsMail }: { sendsMail: boolean },
): Promise<void> {
  const refunded = refundedCents >= payment.amount_cents ? await setRefunded(tx, payment.id) : undefined
  const order = refunded ?? (await findOrderOfPayment(tx, payment.id))
  if (!order) return
  if (refunded) await returnStock(tx, payment.id)
  if (sendsMail) await queueRefundMail(tx, order, refund.amount_cents)
  publish({ type: 'order-changed', userId: order.user_id })
}
