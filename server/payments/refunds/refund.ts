import { Problem } from '#contract/errors.ts'
import { shopCurrency } from '#contract/values/currencies.ts'
import { toAmountText } from '#contract/values/money.ts'
import type { ShopWrite } from '#server/shop-database.ts'
import type { PaymentRow, RefundRow } from '#server/tables/payment-rows.ts'
import { orAfter } from '../gateway.ts'
import type { Gateway, Money } from '../gateway.ts'
import type { Payments } from '../payments.ts'
import { lockPayment } from '../queries.ts'
import { insertRefund, sumRefunds } from './queries.ts'
import { notifyRefund } from './record-external-refunds.ts'
import { resolveRefund } from './resolve-refund.ts'

/**
 * A request to refund a payment or a part of it. `by` is the user id of the admin. `also` is run in the transaction that
 * inserts the refund, so that its writes, such as the audit log, are not lost if the process is killed.
 */
export type RefundOrder = {
  paymentId: string
  amountCents: number
  by: string | null
  also?: (write: ShopWrite) => Promise<void>
}

/**
 * Refunds a payment, or a part of it. One transaction checks the amount and inserts the refund. A remote gateway is
 * asked after the commit, with the id of the refund as the idempotency key. The returned refund is still `pending` if
 * the gateway has not answered in time, and `reconcile` then asks again. A refund of a payment that no remote gateway
 * has charged succeeds at once: the admin has to transfer the money.
 *
 * Returns a problem if there is no such payment, or if the amount is not between one cent and what is left to refund.
 */
export async function refund(payments: Payments, order: RefundOrder): Promise<RefundRow | Problem> {
  const opened = await payments.database.write((write) => openRefund(payments, write, order))
  if (opened instanceof Problem || opened.status !== 'pending') return opened
  return orAfter(payments.replyTimeoutMs, resolveRefund(payments, opened), opened)
}

/**
 * Inserts a refund as a part of a transaction, after checking that so much is left of the money that has arrived. A
 * refund of a remote gateway is pending until the gateway is asked.
 */
export async function openRefund(
  payments: Payments,
  write: ShopWrite,
  { paymentId, amountCents, by, also }: RefundOrder,
): Promise<RefundRow | Problem> {
  const payment = await lockPayment(write.tx, paymentId)
  if (!payment) return new Problem('not-found')
  const refunded = await sumRefunds(write.tx, paymentId, ['pending', 'succeeded'])
  const left = hasMoney(payment) ? payment.amount_cents - refunded : 0
  const gateway = payments.gateways.get(payment.gateway)
  const money = { amountCents, currency: payment.currency ?? shopCurrency() }
  const refused = findTooLarge(money, left) ?? findRefundProblem(gateway, money)
  if (refused) return refused
  const isRemote = canRefund(gateway)
  const opened = await insertRefund(write.tx, {
    payment_id: paymentId,
    amount_cents: amountCents,
    created_by: by,
    status: isRemote ? 'pending' : 'succeeded',
  })
  if (!isRemote) await notifyRefund(payments, write, { payment, refund: opened })
  await also?.(write)
  return opened
}

function findTooLarge({ amountCents, currency }: Money, left: number): Problem | null {
  const isPossible = Number.isSafeInteger(amountCents) && amountCents > 0 && amountCents <= left
  const detail = `At most ${toAmountText(left, currency)} can be refunded.`
  return isPossible ? null : new Problem('refund-too-large', { detail })
}

/** A gateway that is not configured is a remote one. */
function canRefund(gateway: Gateway | undefined): boolean {
  return gateway === undefined || gateway.kind === 'remote'
}

function findRefundProblem(gateway: Gateway | undefined, money: Money): Problem | null {
  if (gateway?.kind !== 'remote') return null
  const detail = gateway.findRefundProblem?.(money)
  return detail
    ? new Problem('invalid-input', { detail, errors: [{ field: 'amount', message: detail }] })
    : null
}

/** The money of a payment that has failed may arrive late. Then its reference is stored. */
function hasMoney({ status, reference }: PaymentRow): boolean {
  return status === 'succeeded' || (status === 'failed' && reference !== null)
}
