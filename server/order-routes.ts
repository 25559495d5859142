import { orderRoutes } from './orders/routes.ts'
import { cancelAttempt } from './payments/cancel-attempt.ts'
import { markPaid, takeBackPayment } from './payments/mark-paid.ts'
import type { Payments } from './payments/payments.ts'
import { refund } from './payments/refunds/refund.ts'
import type { CallsSetup } from './platform/http/calls.ts'

type OrderSetup = { payments: Payments; sendsMail: boolean }

/** Adds the routes for orders. Passes in the functions of the domain `payments` that they call. */
export function serveOrders(setup: CallsSetup, { payments, sendsMail }: OrderSetup): void {
  orderRoutes(setup, {
    database: payments.database,
    sendsMail,
    payments: {
      refund: (request) => refund(payments, request),
      markPaid: (paymentId, ending) => markPaid(payments, paymentId, ending),
      takeBackPayment: (paymentId, ending) => takeBackPayment(payments, paymentId, ending),
      cancelAttempt: (paymentId, ending) => cancelAttempt(payments, paymentId, ending),
    },
  })
}
