import { booksRoutes } from './books/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { deskActions, paymentActions } from './payments/payment-actions.ts'
import type { Payments } from './payments/payments.ts'
import type { CallsSetup } from './platform/http/calls.ts'

type OrderSetup = { payments: Payments; sendsMail: boolean }

/**
 * Adds the routes for orders and for the payment desk. Passes in the functions of the domain `payments` that they call.
 */
export function serveOrders(setup: CallsSetup, { payments, sendsMail }: OrderSetup): void {
  const { database } = payments
  orderRoutes(setup, { database, payments: paymentActions(payments), sendsMail })
  booksRoutes(setup, { database, ...deskActions(payments) })
}
