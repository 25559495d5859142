import { COMPARE, lookUp, money, NAMED, ORDERS, PAYMENTS, pendingForLong, rule, WITH_ORDER } from './rule.ts'

/** What was refunded of a payment, or is about to be. */
const REFUNDED = `COALESCE((SELECT sum(refunds.amount_cents) FROM refunds
  WHERE refunds.payment_id = payments.id AND refunds.status <> 'failed'), 0)`

const succeededPaymentHasOrder = rule(
  `SELECT ${NAMED} FROM ${PAYMENTS} WHERE payments.status = 'succeeded' AND orders.id IS NULL
     AND (payments.amount_cents = 0 OR payments.amount_cents > ${REFUNDED})`,
  {
    fault: () => 'succeeded, but there is no order for it',
    advice: 'Place the order or refund the money on the payment desk.',
  },
)

const orderHasItsMoney = rule(
  `SELECT ${NAMED}, orders.state, payments.status FROM ${ORDERS}
   WHERE orders.state NOT IN ('waiting', 'cancelled') AND (payments.status IS NULL OR payments.status <> 'succeeded')`,
  {
    fault: ({ state, status }) => `is ${state}, but its payment ${statusText(status)}`,
    advice: (row) => `Send nothing before you know that it is paid. ${lookUp(row)}`,
  },
)

const waitingOrderHasPendingPayment = rule(
  `SELECT ${NAMED}, payments.status FROM ${ORDERS}
   WHERE orders.state = 'waiting' AND (payments.status IS NULL OR payments.status <> 'pending')`,
  {
    fault: ({ status }) => `waits for its payment, but that ${statusText(status)}`,
    advice: (row) => `If it is paid, it has to be sent. ${lookUp(row)}`,
  },
)

const cancelledOrderHasNoMoney = rule(
  `SELECT ${NAMED} FROM ${ORDERS} WHERE orders.state = 'cancelled' AND payments.status <> 'failed'`,
  {
    fault: () => 'is cancelled, but its payment has not failed',
    advice: (row) => `If money has arrived, give it back. ${lookUp(row)}`,
  },
)

const orderTotalWasPaid = rule(
  `SELECT ${NAMED}, payments.amount_cents FROM ${ORDERS} WHERE orders.total_cents <> payments.amount_cents`,
  {
    fault: ({ cents, amount_cents }) =>
      `has the total ${money(cents)}, but its payment is over ${money(amount_cents)}`,
    advice: (row) => `The amount that was charged is right. ${lookUp(row)}`,
  },
)

const referencesAreUnique = rule(
  `SELECT ${NAMED}, payments.reference FROM (
     SELECT gateway, reference FROM payments WHERE reference IS NOT NULL AND gateway <> 'later'
     GROUP BY gateway, reference HAVING count(*) > 1) AS doubled
   JOIN payments ON payments.gateway = doubled.gateway AND payments.reference = doubled.reference
   ${WITH_ORDER}`,
  {
    fault: ({ reference }) => `has the reference ${reference}, and another payment has it, too`,
    advice: (row) => `It was charged once, so only one of them is paid. ${lookUp(row)}`,
  },
)

const succeededPaymentHasReference = rule(
  `SELECT ${NAMED} FROM ${PAYMENTS} WHERE payments.status = 'succeeded' AND COALESCE(payments.reference, '') = ''`,
  {
    fault: () => 'is paid, but without a reference of the gateway',
    advice: (row) => `Find out by day and amount whether it was charged. ${lookUp(row)}`,
  },
)

/** References and sessions begin differently for each gateway. */
const gatewayOfReference = `CASE WHEN substr(payments.reference, 1, 8) = 'instant-' THEN 'instant'
  WHEN substr(payments.reference, 1, 10) = 'marked by ' THEN 'later'
  WHEN substr(payments.reference, 1, 3) IN ('pi_', 'cs_') OR substr(payments.session, 1, 3) = 'cs_' THEN 'stripe' END`

const gatewayFitsReference = rule(
  `SELECT ${NAMED}, ${gatewayOfReference} AS other FROM ${PAYMENTS}
   WHERE ${gatewayOfReference} <> payments.gateway
     OR (payments.gateway IN ('instant', 'later', 'stripe') AND payments.reference <> '' AND ${gatewayOfReference} IS NULL)`,
  {
    fault: ({ gateway, other }) =>
      `is a payment by ${gateway}, but its reference is ${other === null ? 'none of that gateway' : `one of ${other}`}`,
    advice: COMPARE,
  },
)

/** A payment by `later` has an order from the beginning. All others have one only when they have succeeded. */
const onlyLaterPaymentsWait = rule(
  `SELECT ${NAMED}, orders.state FROM ${PAYMENTS}
   WHERE (payments.gateway = 'later' AND orders.id IS NULL)
     OR (payments.gateway <> 'later' AND orders.state IN ('waiting', 'cancelled'))`,
  {
    fault: ({ gateway, state }) =>
      gateway === 'later'
        ? 'is paid later, but there is no order for it'
        : `is ${state}, but is paid by ${gateway}`,
    advice: COMPARE,
  },
)

const nothingIsPendingForLong = rule(
  `SELECT ${NAMED}, payments.created_at AS since FROM ${PAYMENTS}
   WHERE payments.status = 'pending' AND payments.gateway <> 'later'`,
  {
    fault: ({ since }) => pendingForLong(since),
    advice: (row) => `Ask again on the payment desk. ${lookUp(row)}`,
  },
)

/** Says what a payment is, which is null if it does not exist. */
function statusText(status: unknown): string {
  return status === null ? 'does not exist' : `is ${String(status)}`
}

/** The rules of the books about payments. */
export const paymentRules = [
  succeededPaymentHasOrder,
  orderHasItsMoney,
  waitingOrderHasPendingPayment,
  cancelledOrderHasNoMoney,
  orderTotalWasPaid,
  referencesAreUnique,
  succeededPaymentHasReference,
  gatewayFitsReference,
  onlyLaterPaymentsWait,
  nothingIsPendingForLong,
]
