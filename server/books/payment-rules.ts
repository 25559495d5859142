import { BY_HAND, isByHand } from '#contract/selling/gateways.ts'
import { COMPARE, lookUp, money, NAMED, ORDERS, PAYMENTS, pendingForLong, rule, WITH_ORDER } from './rule.ts'

const BY_HAND_SQL = `(${BY_HAND.map((name) => `'${name}'`).join(', ')})`

/** What was refunded of a payment, or is about to be. */
const REFUNDED = `COALESCE((SELECT sum(refunds.amount_cents) FROM refunds
  WHERE refunds.payment_id = payments.id AND refunds.status <> 'failed'), 0)`

/** References and sessions begin differently for each gateway. */
const gatewayOfReference = `CASE WHEN substr(payments.reference, 1, 8) = 'instant-' THEN 'instant'
  WHEN substr(payments.reference, 1, 10) = 'marked by ' THEN 'by hand'
  WHEN substr(payments.reference, 1, 3) IN ('pi_', 'cs_') OR substr(payments.session, 1, 3) = 'cs_' THEN 'stripe' END`

const REFUNDS = `refunds JOIN payments ON payments.id = refunds.payment_id ${WITH_ORDER}`

/** The rules of the books about payments and refunds. */
export const paymentRules = {
  succeededPaymentHasOrder: rule(
    `SELECT ${NAMED} FROM ${PAYMENTS} WHERE payments.status = 'succeeded' AND orders.id IS NULL
       AND (payments.amount_cents = 0 OR payments.amount_cents > ${REFUNDED})`,
    'succeeded, but there is no order for it',
    'Place the order or refund the money on the payment desk.',
  ),
  orderHasItsMoney: rule(
    `SELECT ${NAMED}, orders.state, payments.status FROM ${ORDERS}
     WHERE orders.state NOT IN ('waiting', 'cancelled') AND (payments.status IS NULL OR payments.status <> 'succeeded')`,
    ({ state, status }) => `is ${state}, but its payment ${statusText(status)}`,
    (row) => `Send nothing before you know that it is paid. ${lookUp(row)}`,
  ),
  waitingOrderHasPendingPayment: rule(
    `SELECT ${NAMED}, payments.status FROM ${ORDERS}
     WHERE orders.state = 'waiting' AND (payments.status IS NULL OR payments.status <> 'pending')`,
    ({ status }) => `waits for its payment, but that ${statusText(status)}`,
    (row) => `If it is paid, it has to be sent. ${lookUp(row)}`,
  ),
  cancelledOrderHasNoMoney: rule(
    `SELECT ${NAMED} FROM ${ORDERS} WHERE orders.state = 'cancelled' AND payments.status <> 'failed'`,
    'is cancelled, but its payment has not failed',
    (row) => `If money has arrived, give it back. ${lookUp(row)}`,
  ),
  orderTotalWasPaid: rule(
    `SELECT ${NAMED}, payments.amount_cents FROM ${ORDERS} WHERE orders.total_cents <> payments.amount_cents`,
    ({ cents, amount_cents, currency }) =>
      `has the total ${money(cents, currency)}, but its payment is over ${money(amount_cents, currency)}`,
    (row) => `The amount that was charged is right. ${lookUp(row)}`,
  ),
  referencesAreUnique: rule(
    `SELECT ${NAMED}, payments.reference FROM (
       SELECT gateway, reference FROM payments WHERE reference IS NOT NULL AND gateway NOT IN ${BY_HAND_SQL}
       GROUP BY gateway, reference HAVING count(*) > 1) AS doubled
     JOIN payments ON payments.gateway = doubled.gateway AND payments.reference = doubled.reference
     ${WITH_ORDER}`,
    ({ reference }) => `has the reference ${reference}, and another payment has it, too`,
    (row) => `It was charged once, so only one of them is paid. ${lookUp(row)}`,
  ),
  succeededPaymentHasReference: rule(
    `SELECT ${NAMED} FROM ${PAYMENTS} WHERE payments.status = 'succeeded' AND COALESCE(payments.reference, '') = ''`,
    'is paid, but without a reference of the gateway',
    (row) => `Find out by day and amount whether it was charged. ${lookUp(row)}`,
  ),
  gatewayFitsReference: rule(
    `SELECT ${NAMED}, ${gatewayOfReference} AS other FROM ${PAYMENTS}
     WHERE ${gatewayOfReference} <> CASE WHEN payments.gateway IN ${BY_HAND_SQL} THEN 'by hand' ELSE payments.gateway END
       OR ((payments.gateway IN ('instant', 'stripe') OR payments.gateway IN ${BY_HAND_SQL}) AND payments.reference <> '' AND ${gatewayOfReference} IS NULL)`,
    ({ gateway, other }) =>
      `is a payment by ${gateway}, but its reference is ${other === null ? 'none of that gateway' : `one of ${other}`}`,
    COMPARE,
  ),
  /**
   * A payment by hand, and one with a saved card, has an order from the beginning. All others have one only when they have
   * succeeded.
   */
  onlyLaterPaymentsWait: rule(
    `SELECT ${NAMED}, orders.state FROM ${PAYMENTS}
     WHERE (payments.gateway IN ${BY_HAND_SQL} AND orders.id IS NULL)
       OR (payments.gateway NOT IN ${BY_HAND_SQL} AND payments.mandate_id IS NULL AND orders.state IN ('waiting', 'cancelled'))`,
    ({ gateway, state }) =>
      isByHand(String(gateway))
        ? 'is paid later, but there is no order for it'
        : `is ${state}, but is paid by ${gateway}`,
    COMPARE,
  ),
  nothingIsPendingForLong: rule(
    `SELECT ${NAMED}, payments.created_at AS since FROM ${PAYMENTS}
     WHERE payments.status = 'pending' AND payments.gateway NOT IN ${BY_HAND_SQL}`,
    ({ since }) => pendingForLong(since),
    (row) => `Ask again on the payment desk. ${lookUp(row)}`,
  ),
  refundBelongsToPayment: rule(
    `SELECT refunds.id AS refund_id, refunds.created_at AS at, refunds.amount_cents AS cents, refunds.payment_id AS gone
     FROM refunds LEFT JOIN payments ON payments.id = refunds.payment_id WHERE payments.id IS NULL`,
    ({ gone }) => `is for payment ${gone}, which does not exist`,
    COMPARE,
  ),
  refundsArePositive: rule(
    `SELECT ${NAMED}, refunds.amount_cents AS refunded FROM ${REFUNDS} 
     WHERE refunds.amount_cents < 0 OR (refunds.amount_cents = 0 AND payments.amount_cents <> 0)`,
    ({ refunded, currency }) => `has a refund of ${money(refunded, currency)}`,
    COMPARE,
  ),
  refundsEnd: rule(
    `SELECT ${NAMED}, refunds.created_at AS since, refunds.amount_cents AS refunded FROM ${REFUNDS}
     WHERE refunds.status = 'pending'`,
    ({ since, refunded, currency }) => {
      const said = pendingForLong(since)
      return said && `has a refund of ${money(refunded, currency)} that ${said}`
    },
    (row) => `Find out whether the customer has the money. ${lookUp(row)}`,
  ),
  refundsDoNotExceedPayment: rule(
    `SELECT ${NAMED}, payments.amount_cents, sums.refunded FROM ${PAYMENTS}
     JOIN ${refundsOf("'pending', 'succeeded'")} ON sums.payment_id = payments.id WHERE sums.refunded > payments.amount_cents`,
    ({ amount_cents, refunded, currency }) =>
      `was paid with ${money(amount_cents, currency)}, but ${money(refunded, currency)} were refunded`,
    (row) => `Find out what the customer got back. ${lookUp(row)}`,
  ),
  /** A failed payment with a reference is one whose money arrived after it had failed. */
  lateMoneyIsRefunded: rule(
    `SELECT ${NAMED}, payments.amount_cents, COALESCE(sums.refunded, 0) AS refunded FROM ${PAYMENTS}
     LEFT JOIN ${refundsOf("'pending', 'succeeded'")} ON sums.payment_id = payments.id
     WHERE payments.status = 'failed' AND payments.reference IS NOT NULL
       AND COALESCE(sums.refunded, 0) < payments.amount_cents`,
    ({ amount_cents, refunded, currency }) =>
      `has failed, but its ${money(amount_cents, currency)} arrived, and only ${money(refunded, currency)} were refunded`,
    'Refund the rest on the payment desk.',
  ),
  /**
   * A refund can fail after the order was marked as refunded. Then the payment desk asks the admin to repeat it, and the
   * order stays as it is, because its stock was put back.
   */
  refundedOrderIsRefunded: rule(
    `SELECT ${NAMED}, orders.state, orders.total_cents, COALESCE(sums.refunded, 0) AS refunded FROM ${ORDERS}
     LEFT JOIN ${refundsOf("'succeeded'")} ON sums.payment_id = orders.payment_id
     LEFT JOIN (SELECT payment_id, sum(amount_cents) AS tried FROM refunds WHERE status <> 'pending' GROUP BY payment_id) AS ended
       ON ended.payment_id = orders.payment_id
     WHERE (orders.state NOT IN ('refunded', 'cancelled') AND orders.total_cents > 0
         AND COALESCE(sums.refunded, 0) >= orders.total_cents)
       OR (orders.state = 'refunded' AND COALESCE(ended.tried, 0) < orders.total_cents)`,
    ({ state, total_cents, refunded, currency }) =>
      `is ${state}, but ${money(refunded, currency)} of its ${money(total_cents, currency)} were refunded`,
    (row) => `Find out what the customer got back. ${lookUp(row)}`,
  ),
}

/** Says what a payment is, which is null if it does not exist. */
function statusText(status: unknown): string {
  return status === null ? 'does not exist' : `is ${String(status)}`
}

/**
 * Returns a subquery `sums` with the total of each payment's refunds. `states` is an SQL list, such as
 * `'pending', 'succeeded'`.
 */
function refundsOf(states: string): string {
  return `(SELECT payment_id, sum(amount_cents) AS refunded FROM refunds WHERE status IN (${states}) GROUP BY payment_id) AS sums`
}
