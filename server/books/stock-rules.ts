import { COMPARE, NAMED, PAYMENTS, rule } from './rule.ts'
import type { Rule } from './rule.ts'

const stockIsSumOfMoves: Rule = async (query) => {
  const rows = await query(`
    SELECT stocks.name, stocks.unit, stocks.remaining, COALESCE(moves.amount, 0) AS moved FROM stocks
    LEFT JOIN (SELECT stock_id, sum(amount) AS amount FROM stock_moves GROUP BY stock_id) AS moves
      ON moves.stock_id = stocks.id
    WHERE stocks.remaining <> COALESCE(moves.amount, 0)`)
  return rows.map(
    ({ name, unit, remaining, moved }) =>
      `The stock of ${name} is ${remaining} ${unit}, but its moves add up to ${moved}. Count what is there. ${COMPARE}`,
  )
}

/** What each payment has taken from each stock and not given back. It is negative while the payment holds something. */
const MOVED = `(SELECT stock_moves.payment_id, stocks.name, stocks.unit, sum(stock_moves.amount) AS amount,
    max(stock_moves.amount) AS given_back FROM stock_moves JOIN stocks ON stocks.id = stock_moves.stock_id
  WHERE stock_moves.payment_id IS NOT NULL GROUP BY stock_moves.payment_id, stocks.id, stocks.name, stocks.unit) AS moved`

const failedPaymentHoldsNothing = rule(
  `SELECT ${NAMED}, moved.name, moved.unit, moved.amount FROM ${PAYMENTS}
   JOIN ${MOVED} ON moved.payment_id = payments.id WHERE payments.status = 'failed' AND moved.amount < 0`,
  {
    fault: ({ name, unit, amount }) => `has failed, but still holds ${-Number(amount)} ${unit} of ${name}`,
    advice: 'Add them to the stock on the page of the product.',
  },
)

const noMoreGivenBackThanHeld = rule(
  `SELECT ${NAMED}, moved.name, moved.unit, moved.amount FROM ${PAYMENTS}
   JOIN ${MOVED} ON moved.payment_id = payments.id WHERE moved.amount > 0`,
  {
    fault: ({ name, unit, amount }) =>
      `has put ${amount} ${unit} of ${name} more into the stock than it took`,
    advice: 'Count what is there, and correct the stock on the page of the product.',
  },
)

/**
 * What an order has taken from the stock is put back only if it is cancelled or refunded. A refund can fail later, when
 * the stock was put back already.
 */
const soldStockIsNotPutBack = rule(
  `SELECT ${NAMED}, moved.name, moved.unit, moved.given_back FROM ${PAYMENTS}
   JOIN ${MOVED} ON moved.payment_id = payments.id
   WHERE moved.given_back > 0 AND payments.status <> 'failed'
     AND (orders.state IS NULL OR orders.state NOT IN ('cancelled', 'refunded'))
     AND NOT EXISTS (SELECT 1 FROM refunds WHERE refunds.payment_id = payments.id AND refunds.status = 'failed')`,
  {
    fault: ({ name, unit, given_back }) =>
      `was not cancelled, but ${given_back} ${unit} of ${name} were put back`,
    advice: 'Count what is there, and correct the stock on the page of the product.',
  },
)

/** `taken_stock` is NULL for payments of an older version. */
const stockWasTaken = rule(
  `SELECT ${NAMED}, payments.taken_stock, COALESCE(moved.amount, 0) AS amount FROM ${PAYMENTS}
   LEFT JOIN (SELECT payment_id, -sum(amount) AS amount FROM stock_moves WHERE kind = 'held' GROUP BY payment_id) AS moved
     ON moved.payment_id = payments.id
   WHERE payments.taken_stock <> COALESCE(moved.amount, 0)`,
  {
    fault: ({ taken_stock, amount }) =>
      `took ${taken_stock} (bags or grams) from the stock, but the moves of the stock have ${amount}`,
    advice: 'Count what is there, and correct the stock on the page of the product.',
  },
)

/** The rules of the books about stock. */
export const stockRules = [
  stockIsSumOfMoves,
  failedPaymentHoldsNothing,
  noMoreGivenBackThanHeld,
  soldStockIsNotPutBack,
  stockWasTaken,
]
