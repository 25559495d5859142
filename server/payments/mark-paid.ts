import { Problem } from '#contract/errors.ts'
import { lockUser } from '#server/cart/cart.ts'
import type { Ending, PaymentActions } from '#server/orders/orders.ts'
import { waitAgain } from '#server/orders/place-order.ts'
import { reopenOrder } from '#server/orders/reopen-order.ts'
import { CANCELLED_BY_CUSTOMER } from '#server/tables/payment-rows.ts'
import { cancelAttempt } from './cancel-attempt.ts'
import { markedBy, recordOutcome } from './record-outcome.ts'
import { isManual } from './payments.ts'
import type { PaymentOutcome, Payments } from './payments.ts'
import { findAttempt, lockPayment, updatePayment } from './queries.ts'
import { sumRefunds } from './refunds/queries.ts'
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

/**
 * Marks the payment of a waiting order as paid, because the admin `by` has received the money, at the time `at`. Returns a
 * problem if the payment is already paid or was cancelled, or if its order is not one that is paid later.
 */
export function markPaid(
  payments: Payments,
  paymentId: string,
  { by, at, also }: Ending,
): Promise<PaymentOutcome | Problem> {
  return payments.database.write(async (write) => {
    // Of several admins who mark it as paid at the same time, the first one locks the payment.
    const attempt = await lockPayment(write.tx, paymentId)
    if (!attempt || !isManual(payments, attempt)) return new Problem('not-found')
    if (attempt.status !== 'pending') return new Problem('state-conflict')
    const outcome = await recordOutcome(payments, write, { attempt, answer: markedBy(by), at })
    // The sums of an earlier day may be cached.
    if (at !== undefined) write.publish({ type: 'payment-changed', userId: attempt.user_id })
    await also?.(write)
    return outcome
  })
}

/**
 * Takes back that the payment of an order was marked as paid, because the money has not arrived. The payment is pending
 * again, and its order waits for it with its stock. Returns a problem if the payment is not one that an admin has marked
 * as paid, or if something of it was refunded, sent or used.
 */
export function takeBackPayment(
  payments: Payments,
  paymentId: string,
  { also }: Pick<Ending, 'also'>,
): Promise<PaymentOutcome | Problem> {
  return payments.database.write(async (write) => {
    const payment = await lockPayment(write.tx, paymentId)
    if (!payment) return new Problem('not-found')
    if (!isManual(payments, payment))
      return new Problem('already-paid', { detail: 'This was paid with a gateway. Refund it instead.' })
    const refunded = await sumRefunds(write.tx, paymentId, ['pending', 'succeeded'])
    if (refunded > 0)
      return new Problem('state-conflict', { detail: 'A part of the payment was refunded already.' })
    if (payment.status !== 'succeeded') return new Problem('state-conflict')
    await updatePayment(write.tx, paymentId, { status: 'pending', reference: null, settled_at: null })
    const order = await waitAgain(write, payment)
    if (order instanceof Problem) return order
    if (payment.subscription === 'first' || payment.subscription === 'gift') {
      const problem = await payments.onSubscriptionUnpaid(write, payment)
      if (problem) return problem
    }
    await also?.(write)
    return { status: 'waiting', orderId: order.id }
  })
}

/**
 * Makes the payment of a cancelled order pending again, and the order with it, whose stock is taken anew. Returns a problem
 * if the order is not cancelled, if the customer has cancelled it, or if too little is left. The customer is locked first, so
 * that the account cannot be deleted at the same moment and leave a waiting order.
 */
export function reopenPayment(
  payments: Payments,
  paymentId: string,
  { also }: Pick<Ending, 'also'>,
): Promise<PaymentOutcome | Problem> {
  return payments.database.write(async (write) => {
    const found = await findAttempt(write.tx, paymentId)
    if (found) await lockUser(write.tx, found.user_id)
    const payment = await lockPayment(write.tx, paymentId)
    if (!payment || !isManual(payments, payment)) return new Problem('not-found')
    if (payment.status !== 'failed' || payment.user_id !== found?.user_id)
      return new Problem('state-conflict')
    if (payment.reason === CANCELLED_BY_CUSTOMER)
      return new Problem('state-conflict', {
        detail: 'The customer has cancelled this order. Ask the customer to order again.',
      })
    await updatePayment(write.tx, paymentId, { status: 'pending', reason: null, settled_at: null })
    const order = await reopenOrder(write, { paymentId, userId: payment.user_id })
    if (order instanceof Problem) return order
    await also?.(write)
    return { status: 'waiting', orderId: order.id }
  })
}
