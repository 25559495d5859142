import { COMPARE, lookUp, money, NAMED, ORDERS, PAYMENTS, pendingForLong, rule, WITH_ORDER } from './rule.ts'

const REFUNDS = `refunds JOIN payments ON payments.id = refunds.payment_id ${WITH_ORDER}`

const refundBelongsToPayment = rule(
  `SELECT refunds.id AS refund_id, refunds.created_at AS at, refunds.amount_cents AS cents, refunds.payment_id AS gone
   FROM refunds LEFT JOIN payments ON payments.id = refunds.payment_id WHERE payments.id IS NULL`,
  { fault: ({ gone }) => `is for payment ${gone}, which does not exist`, advice: COMPARE },
)

const refundsArePositive = rule(
  `SELECT ${NAMED}, refunds.amount_cents AS refunded FROM ${REFUNDS} WHERE refunds.amount_cents <= 0`,
  { fault: ({ refunded, currency }) => `has a refund of ${money(refunded, currency)}`, advice: COMPARE },
)

const refundsEnd = rule(
  `SELECT ${NAMED}, refunds.created_at AS since, refunds.amount_cents AS refunded FROM ${REFUNDS}
   WHERE refunds.status = 'pending'`,
  {
    fault: ({ since, refunded, currency }) => {
      const said = pendingForLong(since)
      return said && `has a refund of ${money(refunded, currency)} that ${said}`
    },
    advice: (row) => `Find out whether the customer has the money. ${lookUp(row)}`,
  },
)

/** Sums the refunds of each payment that are in these states. */
function refundsOf(states: string): string {
  return `(SELECT payment_id, sum(amount_cents) AS refunded FROM refunds WHERE status IN (${states}) GROUP BY payment_id) AS sums`
}

const refundsDoNotExceedPayment = rule(
  `SELECT ${NAMED}, payments.amount_cents, sums.refunded FROM ${PAYMENTS}
   JOIN ${refundsOf("'pending', 'succeeded'")} ON sums.payment_id = payments.id WHERE sums.refunded > payments.amount_cents`,
  {
    fault: ({ amount_cents, refunded, currency }) =>
      `was paid with ${money(amount_cents, currency)}, but ${money(refunded, currency)} were refunded`,
    advice: (row) => `Find out what the customer got back. ${lookUp(row)}`,
  },
)

/** A failed payment with a reference is one whose money arrived after it had failed. */
const lateMoneyIsRefunded = rule(
  `SELECT ${NAMED}, payments.amount_cents, COALESCE(sums.refunded, 0) AS refunded FROM ${PAYMENTS}
   LEFT JOIN ${refundsOf("'pending', 'succeeded'")} ON sums.payment_id = payments.id
   WHERE payments.status = 'failed' AND payments.reference IS NOT NULL
     AND COALESCE(sums.refunded, 0) < payments.amount_cents`,
  {
    fault: ({ amount_cents, refunded, currency }) =>
      `has failed, but its ${money(amount_cents, currency)} arrived, and only ${money(refunded, currency)} were refunded`,
    advice: 'Refund the rest on the payment desk.',
  },
)

/**
 * A refund can fail after the order was marked as refunded. Then the payment desk asks the admin to repeat it, and the
 * order stays as it is, because its stock was put back.
 */
const refundedOrderIsRefunded = rule(
  `SELECT ${NAMED}, orders.state, orders.total_cents, COALESCE(sums.refunded, 0) AS refunded FROM ${ORDERS}
   LEFT JOIN ${refundsOf("'succeeded'")} ON sums.payment_id = orders.payment_id
   LEFT JOIN (SELECT payment_id, sum(amount_cents) AS tried FROM refunds WHERE status <> 'pending' GROUP BY payment_id) AS ended
     ON ended.payment_id = orders.payment_id
   WHERE (orders.state NOT IN ('refunded', 'cancelled') AND orders.total_cents > 0
       AND COALESCE(sums.refunded, 0) >= orders.total_cents)
     OR (orders.state = 'refunded' AND COALESCE(ended.tried, 0) < orders.total_cents)`,
  {
    fault: ({ state, total_cents, refunded }) =>
      `is ${state}, but ${money(refunded)} of its ${money(total_cents)} were refunded`,
    advice: (row) => `Find out what the customer got back. ${lookUp(row)}`,
  },
)

/** The rules of the books about refunds. */
export const refundRules = [
  refundBelongsToPayment,
  refundsArePositive,
  refundsEnd,
  refundsDoNotExceedPayment,
  lateMoneyIsRefunded,
  refundedOrderIsRefunded,
]
