import { paymentHooks } from './orders/payment-hooks.ts'
import type { PaymentHooks } from './orders/payment-hooks.ts'
import { endGift } from './subscriptions/gifts/begin-gift.ts'
import { subscriptionHooks } from './subscriptions/subscription-hooks.ts'

/** Returns what the domain `payments` calls of orders and of subscriptions. */
export function allPaymentHooks(setup: Parameters<typeof paymentHooks>[0]): PaymentHooks {
  const ofOrders = paymentHooks(setup)
  return {
    ...ofOrders,
    ...subscriptionHooks(setup),
    onRefunded: async (write, refunded) => {
      await ofOrders.onRefunded(write, refunded)
      const { payment, refundedCents } = refunded
      if (refundedCents >= payment.amount_cents) await endGift(write.tx, payment.id)
    },
  }
}
