import type { OrderState } from '#contract/values/states.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import { returnStock } from '#server/stock/return-stock.ts'
import type { OrderRow } from '#server/tables.ts'
import type { PaymentRow, RefundRow } from '#server/tables/payment-rows.ts'
import { queueLateRefundMails, queueRefundMail } from './after-sale-mails.ts'
import { findOrderOfPayment } from './queries.ts'
import { lockOrder, setRefunded } from './state/queries.ts'

/**
 * A refund that has succeeded. `refundedCents` is the sum of all successful refunds of the payment, including this one.
 */
export type Refunded = {
  payment: Pick<PaymentRow, 'id' | 'user_id' | 'amount_cents' | 'currency' | 'gateway' | 'status'>
  refund: Pick<RefundRow, 'amount_cents'>
  refundedCents: number
}

/**
 * Changes an order after a refund of its payment succeeded, and queues the mail about it. It must run in the
 * transaction that writes the success of the refund. If nothing is left of the payment, the order becomes `refunded`,
 * unless it was cancelled before. Its stock is put back if it has not left the shop.
 *
 * If the payment has failed, its money came late and belongs to no order. Then the mails are about that.
 */
export async function recordRefund(
  { tx, publish }: ShopWrite,
  { payment, refund, refundedCents }: Refunded,
  { sendsMail }: { sendsMail: boolean },
): Promise<void> {
  const order = await findOrderOfPayment(tx, payment)
  if (!order && payment.status === 'failed' && sendsMail) await queueLateRefundMails(tx, { payment, refund })
  if (!order) return
  if (refundedCents >= payment.amount_cents) await endOrder(tx, order)
  const isByHand = payment.gateway === 'later'
  if (sendsMail) await queueRefundMail(tx, order, { cents: refund.amount_cents, isByHand })
  publish({ type: 'order-changed', userId: order.user_id })
}

/** The states of an order whose products are still in the shop. */
const IN_THE_SHOP: readonly OrderState[] = ['paid', 'packed']

/** Makes an order `refunded`. The order is locked first, so that its state before is known. */
async function endOrder(tx: Db, { id, payment_id }: OrderRow): Promise<void> {
  const before = await lockOrder(tx, id)
  const refunded = await setRefunded(tx, payment_id)
  if (refunded && before && IN_THE_SHOP.includes(before.state)) await returnStock(tx, payment_id)
}
