import type { Orders } from './orders/orders.ts'
import { paymentHooks } from './orders/payment-hooks.ts'
import type { PaymentHooks } from './orders/payment-hooks.ts'
import { endWithdrawn } from './subscriptions/end-subscriptions.ts'
import { beginGift, endGift, goOnWithGift, takeBackGift } from './subscriptions/gifts/begin-gift.ts'
import { replaceMailed } from './subscriptions/gifts/mail-code.ts'
import { subscriptionHooks } from './subscriptions/subscription-hooks.ts'

/** The functions of subscriptions and gifts that the domain `orders` calls. */
export const orderHooks: Pick<Orders, 'replaceMailed' | 'onWithdrawn'> = {
  replaceMailed,
  onWithdrawn: endWithdrawn,
}

/** Returns what the domain `payments` calls of orders, subscriptions and gifts. */
export function allPaymentHooks(setup: Parameters<typeof paymentHooks>[0]): PaymentHooks {
  const ofOrders = paymentHooks(setup)
  const ofSubscriptions = subscriptionHooks(setup)
  return {
    ...ofOrders,
    ...ofSubscriptions,
    onSubscriptionPaid: (write, paid) =>
      paid.payment.subscription === 'gift'
        ? beginGift(write, paid)
        : ofSubscriptions.onSubscriptionPaid(write, paid),
    onSubscriptionUnpaid: (write, payment) =>
      payment.subscription === 'gift'
        ? takeBackGift(write.tx, payment.id)
        : ofSubscriptions.onSubscriptionUnpaid(write, payment),
    onRefunded: async (write, refunded) => {
      await ofOrders.onRefunded(write, refunded)
      const { payment, refundedCents } = refunded
      if (refundedCents >= payment.amount_cents) await endGift(write.tx, payment.id)
    },
    onDisputed: async (write, disputed) => {
      await ofOrders.onDisputed(write, disputed)
      const { payment, dispute } = disputed
      if (dispute.kind === 'warning') return
      if (dispute.status === 'won') await goOnWithGift(write, payment)
      else await endGift(write.tx, payment.id)
    },
  }
}
