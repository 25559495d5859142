import { now } from '#server/platform/clock.ts'
import { withdraw } from '#server/orders/own/cancel-own-order.ts'
import { orderHooks } from '#server/payment-hooks.ts'
import { paymentActions } from '#server/payments/mark-paid.ts'
import type { Payments } from '#server/payments/payments.ts'

/** Withdraws from the order of a payment as its customer does. */
export async function withdrawOrderOf(payments: Payments, paymentId: string): Promise<void> {
  const { database } = payments
  const placed = database.read
    .selectFrom('orders')
    .select(['id', 'user_id as userId'])
    .where('payment_id', '=', paymentId)
  const order = await placed.executeTakeFirstOrThrow()
  const orders = { ...orderHooks, database, payments: paymentActions(payments), sendsMail: false }
  await withdraw(orders, { ...order, at: now() })
}
