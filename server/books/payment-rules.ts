import { formatMoney } from '#contract/values/money.ts'
import type { Query } from './snapshot.ts'

/** The rules of the books about payments and refunds, which `verifyBooks` checks. */
export const paymentRules = [
  succeededPaymentHasOrder,
  orderHasItsMoney,
  waitingOrderHasPendingPayment,
  cancelledOrderHasNoMoney,
  orderTotalWasPaid,
  refundBelongsToPayment,
  refundsDoNotExceedPayment,
  lateMoneyIsRefunded,
  refundedOrderIsRefunded,
]

async function succeededPaymentHasOrder(query: Query): Promise<string[]> {
  const rows = await query(`
    SELECT payments.id FROM payments LEFT JOIN orders ON orders.payment_id = payments.id
    WHERE payments.status = 'succeeded' AND orders.id IS NULL`)
  return rows.map(({ id }) => `Payment ${id} succeeded, but there is no order for it.`)
}

async function orderHasItsMoney(query: Query): Promise<string[]> {
  const rows = await query(`
    SELECT orders.number, orders.state, payments.status FROM orders LEFT JOIN payments ON payments.id = orders.payment_id
    WHERE orders.state NOT IN ('waiting', 'cancelled') AND (payments.status IS NULL OR payments.status <> 'succeeded')`)
  return rows.map(
    ({ number, state, status }) =>
      `Order ${number} is ${state}, but its payment ${status === null ? 'does not exist' : `is ${status}`}.`,
  )
}

async function waitingOrderHasPendingPayment(query: Query): Promise<string[]> {
  const rows = await query(`
    SELECT orders.number, payments.status FROM orders LEFT JOIN payments ON payments.id = orders.payment_id
    WHERE orders.state = 'waiting' AND (payments.status IS NULL OR payments.status <> 'pending')`)
  return rows.map(
    ({ number, status }) =>
      `Order ${number} waits for its payment, but that ${status === null ? 'does not exist' : `is ${status}`}.`,
  )
}

async function cancelledOrderHasNoMoney(query: Query): Promise<string[]> {
  const rows = await query(`
    SELECT orders.number FROM orders JOIN payments ON payments.id = orders.payment_id
    WHERE orders.state = 'cancelled' AND payments.status <> 'failed'`)
  return rows.map(({ number }) => `Order ${number} is cancelled, but its payment has not failed.`)
}

async function orderTotalWasPaid(query: Query): Promise<string[]> {
  const rows = await query(`
    SELECT orders.number, orders.total_cents, payments.amount_cents FROM orders
    JOIN payments ON payments.id = orders.payment_id WHERE orders.total_cents <> payments.amount_cents`)
  return rows.map(
    ({ number, total_cents, amount_cents }) =>
      `Order ${number} has the total ${money(total_cents)}, but its payment is over ${money(amount_cents)}.`,
  )
}

async function refundBelongsToPayment(query: Query): Promise<string[]> {
  const rows = await query(`
    SELECT refunds.id, refunds.payment_id FROM refunds LEFT JOIN payments ON payments.id = refunds.payment_id
    WHERE payments.id IS NULL`)
  return rows.map(({ id, payment_id }) => `Refund ${id} is for payment ${payment_id}, which does not exist.`)
}

async function refundsDoNotExceedPayment(query: Query): Promise<string[]> {
  const rows = await query(`
    SELECT payments.id, payments.amount_cents, sum(refunds.amount_cents) AS refunded FROM payments
    JOIN refunds ON refunds.payment_id = payments.id AND refunds.status <> 'failed'
    GROUP BY payments.id, payments.amount_cents HAVING sum(refunds.amount_cents) > payments.amount_cents`)
  return rows.map(
    ({ id, amount_cents, refunded }) =>
      `Payment ${id} is over ${money(amount_cents)}, but ${money(refunded)} of it were refunded.`,
  )
}

/** A failed payment with a reference is one whose money arrived after it had failed. */
async function lateMoneyIsRefunded(query: Query): Promise<string[]> {
  const rows = await query(`
    SELECT payments.id, payments.amount_cents, COALESCE(sum(refunds.amount_cents), 0) AS refunded FROM payments
    LEFT JOIN refunds ON refunds.payment_id = payments.id AND refunds.status <> 'failed'
    WHERE payments.status = 'failed' AND payments.reference IS NOT NULL
    GROUP BY payments.id, payments.amount_cents HAVING COALESCE(sum(refunds.amount_cents), 0) < payments.amount_cents`)
  return rows.map(
    ({ id, amount_cents, refunded }) =>
      `Payment ${id} has failed, but its ${money(amount_cents)} arrived, and only ${money(refunded)} were refunded.`,
  )
}

async function refundedOrderIsRefunded(query: Query): Promise<string[]> {
  const rows = await query(`
    SELECT orders.number, orders.state, orders.total_cents, COALESCE(sum(refunds.amount_cents), 0) AS refunded FROM orders
    LEFT JOIN refunds ON refunds.payment_id = orders.payment_id AND refunds.status = 'succeeded'
    WHERE orders.state <> 'cancelled'
    GROUP BY orders.number, orders.state, orders.total_cents
    HAVING (orders.state = 'refunded') <> (orders.total_cents > 0 AND COALESCE(sum(refunds.amount_cents), 0) >= orders.total_cents)`)
  return rows.map(
    ({ number, state, total_cents, refunded }) =>
      `Order ${number} is ${state}, but ${money(refunded)} of its ${money(total_cents)} were refunded.`,
  )
}

/** Formats an amount in cents, which is text on PostgreSQL, because `pg` returns `bigint` as text. */
function money(cents: unknown): string {
  return formatMoney(Number(cents))
}
