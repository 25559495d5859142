import type { PaymentActions } from '#server/orders/orders.ts'
import { cancelAttempt } from './cancel-attempt.ts'
import { markPaid, reopenPayment, takeBackPayment } from './mark-paid.ts'
import type { Payments } from './payments.ts'
import { refund } from './refunds/refund.ts'

/** Returns the functions for payments that the domain `orders` calls. */
export function paymentActions(payments: Payments): PaymentActions {
  return {
    refund: (request) => refund(payments, request),
    markPaid: (paymentId, ending) => markPaid(payments, paymentId, ending),
    takeBackPayment: (paymentId, ending) => takeBackPayment(payments, paymentId, ending),
    cancelAttempt: (paymentId, ending) => cancelAttempt(payments, paymentId, ending),
    reopen: (paymentId, ending) => reopenPayment(payments, paymentId, ending),
  }
}
