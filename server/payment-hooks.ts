import { paymentHooks } from './orders/payment-hooks.ts'
import type { PaymentHooks } from './orders/payment-hooks.ts'
import { subscriptionHooks } from './subscriptions/subscription-hooks.ts'

/** Returns what the domain `payments` calls of orders and of subscriptions. */
export function allPaymentHooks(setup: Parameters<typeof paymentHooks>[0]): PaymentHooks {
  return { ...paymentHooks(setup), ...subscriptionHooks(setup) }
}
