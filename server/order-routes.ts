import { monthRoutes } from './books/month/routes.ts'
import { withAddress } from './checkout/correct-address.ts'
import type { Orders } from './orders/orders.ts'
import { orderRoutes } from './orders/routes.ts'
import { cancelAttempt } from './payments/cancel-attempt.ts'
import { markPaid, takeBackPayment } from './payments/mark-paid.ts'
import type { Payments } from './payments/payments.ts'
import { refund } from './payments/refunds/refund.ts'
import type { CallsSetup } from './platform/http/calls.ts'
import type { Selling } from './selling/selling.ts'

/** Adds the routes for orders and for their files. Passes in the functions of the domain `payments` that they call. */
export function serveOrders(
  setup: CallsSetup,
  { payments, selling, sendsMail }: { payments: Payments; selling: Selling; sendsMail: boolean },
): void {
  const orders: Orders = {
    database: payments.database,
    currency: payments.currency,
    sendsMail,
    withAddress,
    payments: {
      refund: (request) => refund(payments, request),
      markPaid: (paymentId, ending) => markPaid(payments, paymentId, ending),
      takeBackPayment: (paymentId, ending) => takeBackPayment(payments, paymentId, ending),
      cancelAttempt: (paymentId, ending) => cancelAttempt(payments, paymentId, ending),
    },
  }
  monthRoutes(setup, { database: payments.database, selling })
  orderRoutes(setup, orders, { country: async () => (await selling.settings()).country })
}
