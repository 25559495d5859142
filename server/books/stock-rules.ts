import type { Query } from './snapshot.ts'

/** The rules of the books about stock, which `verifyBooks` checks. */
export const stockRules = [stockIsSumOfMoves, failedPaymentHoldsNothing, noMoreGivenBackThanHeld]

async function stockIsSumOfMoves(query: Query): Promise<string[]> {
  const rows = await query(`
    SELECT stocks.name, stocks.unit, stocks.remaining, COALESCE(sum(stock_moves.amount), 0) AS moved FROM stocks
    LEFT JOIN stock_moves ON stock_moves.stock_id = stocks.id
    GROUP BY stocks.id, stocks.name, stocks.unit, stocks.remaining
    HAVING stocks.remaining <> COALESCE(sum(stock_moves.amount), 0)`)
  return rows.map(
    ({ name, unit, remaining, moved }) =>
      `The stock of ${name} is ${remaining} ${unit}, but its moves add up to ${moved}.`,
  )
}

async function failedPaymentHoldsNothing(query: Query): Promise<string[]> {
  const rows = await query(`
    SELECT stock_moves.payment_id, stocks.name, sum(stock_moves.amount) AS held FROM stock_moves
    JOIN payments ON payments.id = stock_moves.payment_id AND payments.status = 'failed'
    JOIN stocks ON stocks.id = stock_moves.stock_id
    GROUP BY stock_moves.payment_id, stocks.id, stocks.name HAVING sum(stock_moves.amount) < 0`)
  return rows.map(
    ({ payment_id, name, held }) =>
      `Payment ${payment_id} has failed, but still holds ${-Number(held)} of the stock of ${name}.`,
  )
}

async function noMoreGivenBackThanHeld(query: Query): Promise<string[]> {
  const rows = await query(`
    SELECT stock_moves.payment_id, stocks.name, sum(stock_moves.amount) AS left_over FROM stock_moves
    JOIN stocks ON stocks.id = stock_moves.stock_id
    WHERE stock_moves.payment_id IS NOT NULL
    GROUP BY stock_moves.payment_id, stocks.id, stocks.name HAVING sum(stock_moves.amount) > 0`)
  return rows.map(
    ({ payment_id, name, left_over }) =>
      `Payment ${payment_id} has put ${left_over} more into the stock of ${name} than it took.`,
  )
}
