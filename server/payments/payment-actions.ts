import { releaseLines } from '#server/cart/reserve-lines.ts'
import type { PaymentActions } from '#server/orders/orders.ts'
import { now } from '#server/platform/clock.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { cancelAttempt } from './cancel-attempt.ts'
import { markPaid, takeBackPayment } from './mark-paid.ts'
import type { Payments } from './payments.ts'
import { findAttempt, lockPayment, writeArrived } from './queries.ts'
import { insertRefundOfRest } from './refunds/queries.ts'
import { openRefund, refund } from './refunds/refund.ts'
import type { RefundOrder } from './refunds/refund.ts'
import { askGateway } from './ask-gateway.ts'

/**
 * Returns the functions with which the code in `server/orders` refunds payments, marks them as paid, takes that back,
 * and cancels them.
 */
export function paymentActions(payments: Payments): PaymentActions {
  return {
    refund: (request) => refund(payments, request),
    markPaid: (paymentId, ending) => markPaid(payments, paymentId, ending),
    takeBackPayment: (paymentId, ending) => takeBackPayment(payments, paymentId, ending),
    cancelAttempt: (paymentId, ending) => cancelAttempt(payments, paymentId, ending),
  }
}

/** Returns the functions of payments that the payment desk needs. */
export function deskActions(payments: Payments) {
  return {
    lockPayment,
    askAgain: (paymentId: string) => askAgain(payments, paymentId),
    closeWrongAmount,
    openRefund: (write: ShopWrite, order: RefundOrder) => openRefund(payments, write, order),
    onOrderPlaced: (tx: Db, order: OrderRow) => payments.onOrderPlaced(tx, order),
  }
}

/** Asks the gateway about a pending payment again, and writes the outcome. Does nothing if there is an outcome. */
async function askAgain(payments: Payments, paymentId: string): Promise<void> {
  const attempt = await findAttempt(payments.database.read, paymentId)
  if (attempt?.status === 'pending') await askGateway(payments, attempt)
}

/**
 * Closes a payment for which another amount has arrived, without an order. What has arrived is refunded: the payment
 * becomes one that has failed and whose money arrived late. Its lines can be paid again. `by` is the user id of the admin.
 */
async function closeWrongAmount(write: ShopWrite, payment: PaymentRow, by: string): Promise<void> {
  const { id, user_id, status } = payment
  if (status === 'pending') {
    await releaseLines(write.tx, { paymentId: id, userId: user_id })
    write.publish({ type: 'payment-failed', userId: user_id })
  }
  const closed = await writeArrived(write.tx, { id, user_id }, now())
  await insertRefundOfRest(write.tx, closed, { by })
}
