import { monthRoutes } from './books/month/routes.ts'
import { withAddress } from './checkout/correct-address.ts'
import { orderRoutes } from './orders/routes.ts'
import { paymentActions } from './payments/mark-paid.ts'
import type { Payments } from './payments/payments.ts'
import type { CallsSetup } from './platform/http/calls.ts'
import type { Selling } from './selling/selling.ts'

/** Adds the routes for orders and for their files. Passes in the functions of the domain `payments` that they call. */
export function serveOrders(
  setup: CallsSetup,
  { payments, selling, sendsMail }: { payments: Payments; selling: Selling; sendsMail: boolean },
): void {
  const { database, currency } = payments
  monthRoutes(setup, { database, selling })
  orderRoutes(
    setup,
    { database, currency, sendsMail, withAddress, payments: paymentActions(payments) },
    { country: async () => (await selling.settings()).country },
  )
}
