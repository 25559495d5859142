import type { Correction } from '#contract/orders/order-details.ts'
import { withAddress } from '#server/checkout/addresses.ts'
import { orderHooks } from '#server/payment-hooks.ts'
import { correctOrder } from '#server/orders/details/correct-order.ts'
import { paymentActions } from '#server/payments/mark-paid.ts'
import type { Payments } from '#server/payments/payments.ts'
import { ADA } from '#test/stripe/shop-actions.ts'

/** Corrects the order of a payment as an admin does, if there is one. */
export async function correctOrderOf(
  payments: Payments,
  paymentId: string,
  correction: Correction,
): Promise<void> {
  const { database, currency } = payments
  const placed = database.read.selectFrom('orders').select('id').where('payment_id', '=', paymentId)
  const order = await placed.executeTakeFirst()
  const orders = {
    database,
    currency,
    withAddress,
    ...orderHooks,
    payments: paymentActions(payments),
    sendsMail: true,
  }
  if (order) await correctOrder(orders, ADA, { ...order, ...correction })
}
