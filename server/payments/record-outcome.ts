import { releaseLines } from '#server/cart/reserve-lines.ts'
import { cancelWaitingOrder, payWaitingOrder, placeOrder } from '#server/orders/place-order.ts'
import { DAY_MS, firstIdAt, now } from '#server/platform/clock.ts'
import type { ShopWrite } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import { CANCELLED_BY_CUSTOMER } from '#server/tables/payment-rows.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import type { GatewayAnswer } from './gateway.ts'
import { isManual, isPlacedFirst } from './payments.ts'
import type { PaymentOutcome, Payments } from './payments.ts'
import { lockPayment, updatePayment, writeOutcome } from './queries.ts'
import { CHECKING, readOutcome } from './read-outcome.ts'
import { insertRefundOfRest } from './refunds/queries.ts'

/** A payment, and what its gateway says about it. `at` is when the money arrived, if that is not now. */
export type Answered<A> = { attempt: PaymentRow; answer: A; at?: number | undefined }

/**
 * Writes the outcome of a payment. Every outcome goes through this function, no matter where it becomes known first: in
 * the request that pays, when the customer returns from the gateway's page, from an event of the gateway, or in
 * `reconcile`. If the payment succeeded, its cart lines become an order. If it failed, they can be paid or removed
 * again. The order of a customer who pays later exists already: it is marked as paid, or cancelled with its lines.
 *
 * An outcome that was written before is kept. If a remote gateway reports success for a payment that has failed in the
 * shop, its money is refunded.
 */
export async function recordOutcome(
  payments: Payments,
  write: ShopWrite,
  answered: Answered<GatewayAnswer>,
): Promise<PaymentOutcome> {
  const { attempt, answer, at = now() } = answered
  const { id } = attempt
  const result =
    answer.outcome === 'succeeded'
      ? { status: 'succeeded' as const, reference: answer.reference, reason: null }
      : { status: 'failed' as const, reference: null, reason: answer.reason }
  const [written] = await writeOutcome(write.tx, { id, ...result, settled_at: at })
  if (!written) return keepOutcome(payments, write, answered)
  if (answer.outcome === 'declined') {
    await giveLinesBack(payments, write, attempt)
    if (isMissingTransfer(attempt, answer)) await payments.onSubscriptionUnpaid(write, attempt)
    if (answer.isBankDebit) await payments.onBankDebit(write.tx, { payment: attempt, state: 'refused' })
    write.publish({ type: 'payment-failed', userId: attempt.user_id })
    const { reason, code } = answer
    if (code === 'payments-unavailable') await warnOwner(payments, write, reason)
    return { status: 'failed', reason, ...(code && { code }) }
  }
  const order = await orderFor(payments, write, { attempt, at })
  await followSubscription(payments, write, { attempt, at, answer })
  return { status: 'succeeded', fullOrderId: attempt.kind === 'full' ? order.id : null }
}

/** Calls `onKeyRefused` if this is the first payment within a day that failed because of the shop's key. */
async function warnOwner({ onKeyRefused }: Payments, { tx }: ShopWrite, reason: string): Promise<void> {
  const refused = await tx
    .selectFrom('payments')
    .select('id')
    .where('id', '>=', firstIdAt(now() - DAY_MS))
    .where('status', '=', 'failed')
    .where('reason', '=', reason)
    .limit(2)
    .execute()
  if (refused.length === 1) await onKeyRefused(tx)
}

/**
 * Releases the lines of a failed payment, so that another payment can pay for them. The lines of an order that is paid
 * later are not released: the order is cancelled, and they stay in it.
 */
async function giveLinesBack(payments: Payments, write: ShopWrite, attempt: PaymentRow): Promise<void> {
  const payment = { paymentId: attempt.id, userId: attempt.user_id }
  if (isPlacedFirst(payments, attempt)) await cancelWaitingOrder(write, payment)
  else await releaseLines(write.tx, payment)
}

function isMissingTransfer(
  { subscription, mandate_id }: PaymentRow,
  { reason }: GatewayAnswer & { outcome: 'declined' },
): boolean {
  return subscription === 'renewal' && mandate_id === null && reason !== CANCELLED_BY_CUSTOMER
}

/** Begins the subscriptions of an order that was paid, or goes on with them. Other orders have none. */
async function followSubscription(
  { onSubscriptionPaid }: Payments,
  write: ShopWrite,
  { attempt, at, answer }: Answered<GatewayAnswer & { outcome: 'succeeded' }> & { at: number },
): Promise<void> {
  if (attempt.subscription === null) return
  await onSubscriptionPaid(write, { payment: attempt, at, saved: answer.saved ?? null })
}

async function orderFor(
  payments: Payments,
  write: ShopWrite,
  { attempt, at }: { attempt: PaymentRow; at: number },
): Promise<OrderRow> {
  if (!isPlacedFirst(payments, attempt)) {
    const order = await placeOrder(write, attempt, at, 'paid')
    await payments.onOrderPlaced(write.tx, order, attempt)
    return order
  }
  const order = await payWaitingOrder(write, { paymentId: attempt.id, userId: attempt.user_id }, at)
  if (!order) throw new Error(`The order of payment ${attempt.id} is not waiting.`)
  // The customer was told nothing before, because there was nothing to do.
  if (attempt.mandate_id !== null) await payments.onOrderPlaced(write.tx, order, attempt)
  return order
}

/** Places the order of a payment that is made later. The customer is told of a renewal when its card was charged. */
export async function placeWaiting(
  { onOrderPlaced }: Payments,
  write: ShopWrite,
  attempt: PaymentRow,
): Promise<PaymentOutcome> {
  const order = await placeOrder(write, attempt, attempt.created_at, 'waiting')
  if (attempt.mandate_id === null) await onOrderPlaced(write.tx, order, attempt)
  return { status: 'waiting', orderId: order.id }
}

/** What takes the place of a gateway's answer if a user of the shop says that the money has arrived. */
export function markedBy(userId: string): GatewayAnswer {
  return { outcome: 'succeeded', reference: `marked by ${userId}` }
}

/**
 * Returns the outcome that was written before. If the money has arrived for a payment that failed, inserts a refund
 * of what the shop's owner has not refunded at the gateway. That happens once: the gateway's id of the payment is
 * stored then, and a second event about the same money finds it.
 */
async function keepOutcome(
  payments: Payments,
  write: ShopWrite,
  { attempt, answer }: Answered<GatewayAnswer>,
): Promise<PaymentOutcome> {
  const payment = await lockPayment(write.tx, attempt.id)
  if (!payment) return CHECKING
  const isLate = payment.status === 'failed' && payment.reference === null && !isManual(payments, payment)
  if (isLate && answer.outcome === 'succeeded') {
    await updatePayment(write.tx, payment.id, { reference: answer.reference })
    await insertRefundOfRest(write.tx, payment)
  }
  return readOutcome(payments, write.tx, payment)
}
