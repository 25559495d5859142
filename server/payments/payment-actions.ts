import type { PaymentActions } from '#server/orders/orders.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import { cancelAttempt } from './cancel-attempt.ts'
import { markPaid, takeBackPayment } from './mark-paid.ts'
import type { Payments } from './payments.ts'
import { findAttempt } from './queries.ts'
import { lockPayment } from './refunds/queries.ts'
import { openRefund, refund } from './refunds/refund.ts'
import type { RefundOrder } from './refunds/refund.ts'
import { resolveAttempt } from './resolve-attempt.ts'

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
    openRefund: (write: ShopWrite, order: RefundOrder) => openRefund(payments, write, order),
    onOrderPlaced: (tx: Db, order: OrderRow) => payments.onOrderPlaced(tx, order),
  }
}

/** Asks the gateway about a pending payment again, and writes the outcome. Does nothing if there is an outcome. */
async function askAgain(payments: Payments, paymentId: string): Promise<void> {
  const attempt = await findAttempt(payments.database.read, paymentId)
  if (attempt?.status === 'pending') await resolveAttempt(payments, attempt)
}
