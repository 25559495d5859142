import { sql } from 'kysely'
import { Problem } from '#contract/errors.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { StockMoveRow, StockRow } from '#server/tables/product-rows.ts'
import { findSoldOut, leftText } from './find-sold-out.ts'
import type { WantedLine } from './find-sold-out.ts'
import { addToStock, insertMoves } from './queries.ts'
import { mailWatchers } from './watch-product.ts'

export type StockedLine = WantedLine & { name: string }

type Hold = { paymentId: string; lines: StockedLine[] }

/**
 * Takes what the lines of a payment need from the stocks. If the payment fails, `giveBackStock` puts it back. If too
 * little is left, returns a problem that names the products and says how many are left. The problem rolls the transaction
 * back, so that nothing is taken. For lines without a stock no statement is run. Returns the sum of all
 * amounts, bags and grams mixed: a checksum for `payments.taken_stock`, which `verify-books` compares with the moves.
 *
 * The stocks are locked in the order of their ids, so that two payments cannot deadlock.
 */
export async function holdStock(tx: Db, { paymentId, lines }: Hold): Promise<Problem | { taken: number }> {
  const moves: StockMoveRow[] = []
  const missing: Shortage[] = []
  const stocks = byStock(lines)
  for (const [id, taken] of stocks) {
    const need = { bags: taken.length, grams: taken.reduce((sum, { grams }) => sum + grams, 0) }
    const stock = await takeFromStock(tx, { id, ...need })
    if (!stock) missing.push(...(await readShortages(tx, taken)))
    else
      moves.push({
        id: newId(),
        stock_id: id,
        payment_id: paymentId,
        kind: 'held',
        amount: -need[stock.unit],
        created_at: now(),
      })
  }
  // Something may have been given back since, so that nothing is missing any more when the numbers are read.
  if (moves.length < stocks.length) return soldOutProblem(missing)
  if (moves.length > 0) await insertMoves(tx, moves)
  return { taken: moves.reduce((sum, { amount }) => sum - amount, 0) }
}

function byStock(lines: StockedLine[]): [string, StockedLine[]][] {
  const stocks = new Map<string, StockedLine[]>()
  for (const line of lines) {
    if (line.stockId !== null) stocks.set(line.stockId, [...(stocks.get(line.stockId) ?? []), line])
  }
  return [...stocks].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** What to take from a stock: `bags` if the stock counts bags, or `grams` if it is a pool. */
type Take = { id: string; bags: number; grams: number }

/**
 * Takes an amount from a stock if that much is left. The condition is part of the statement, so that parallel payments
 * never take more than there is. Returns the unit of the stock, or undefined if nothing was taken.
 */
function takeFromStock(tx: Db, { id, bags, grams }: Take): Promise<Pick<StockRow, 'unit'> | undefined> {
  const amount = sql<number>`CASE unit WHEN 'grams' THEN CAST(${grams} AS BIGINT) ELSE CAST(${bags} AS BIGINT) END`
  return (
    tx
      .updateTable('stocks')
      .set({ remaining: sql<number>`remaining - ${amount}` })
      .where('id', '=', id)
      .where('remaining', '>=', amount)
      // `grams` is 0 for a product of a pool whose weight is unknown. Such a product cannot be sold.
      .where(amount, '>', 0)
      .returning('unit')
      .executeTakeFirst()
  )
}

/** How many of a product are left, of which an order needs more. */
type Shortage = { name: string; left: number }

/** Returns the products of which too little is left, if the lines before take what there is. */
async function readShortages(tx: Db, lines: StockedLine[]): Promise<Shortage[]> {
  const soldOut = await findSoldOut(tx, lines)
  const names = new Set([...soldOut].map(({ name }) => name))
  const isKept = (line: StockedLine) => !soldOut.has(line)
  return [...names].map((name) => ({
    name,
    left: lines.filter((line) => line.name === name && isKept(line)).length,
  }))
}

function soldOutProblem(shortages: Shortage[]): Problem {
  const [first] = shortages
  if (!first) return new Problem('sold-out')
  const detail = shortages.map(({ name, left }) => leftText(name, left)).join(' ')
  return new Problem('sold-out', { detail, ...(shortages.length === 1 && { left: first.left }) })
}

/**
 * Puts back what a payment has taken from the stocks: it is `released` because the payment failed or its waiting order
 * was cancelled, and `returned` because the whole order was refunded. Does nothing if that was done before.
 */
export async function giveBackStock(tx: Db, paymentId: string, kind: 'released' | 'returned'): Promise<void> {
  const held = await tx
    .selectFrom('stock_moves')
    .select(['stock_id', 'amount'])
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'held')
    .execute()
  if (held.length === 0) return
  const moves = held.map(({ stock_id, amount }) => ({
    id: newId(),
    stock_id,
    payment_id: paymentId,
    kind,
    amount: -amount,
    created_at: now(),
  }))
  // A move is skipped if the payment has already given back to that stock.
  const given = await tx
    .insertInto('stock_moves')
    .values(moves)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['stock_id', 'amount'])
    .execute()
  // The stocks are locked in the order of their ids, as in `holdStock`, so that two transactions cannot deadlock.
  for (const { stock_id: id, amount } of given.toSorted((a, b) => (a.stock_id < b.stock_id ? -1 : 1))) {
    await addToStock(tx, { id, amount })
    await mailWatchers(tx, { stockId: id })
  }
}

/**
 * Takes from the stocks again what a cancelled order has put back, and forgets that it did. If too little is left, returns
 * a problem that says how much, which rolls the transaction back. The stocks are locked in the order of their ids.
 */
export async function takeReleasedStock(tx: Db, paymentId: string): Promise<Problem | null> {
  const released = await tx
    .selectFrom('stock_moves')
    .innerJoin('stocks', 'stocks.id', 'stock_moves.stock_id')
    .select(['stock_moves.id', 'stock_id', 'amount', 'name', 'unit'])
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'released')
    .orderBy('stock_id')
    .execute()
  const missing: string[] = []
  for (const { stock_id, amount, name, unit } of released) {
    if (await addToStock(tx, { id: stock_id, amount: -amount })) continue
    const stock = tx.selectFrom('stocks').select('remaining').where('id', '=', stock_id)
    const { remaining } = await stock.executeTakeFirstOrThrow()
    const needed = amount === 1 ? unit.slice(0, -1) : unit
    const are = remaining === 1 ? 'is' : 'are'
    missing.push(`This order needs ${amount} ${needed} of ${name}, and only ${remaining} ${are} left.`)
  }
  if (missing.length > 0) return new Problem('sold-out', { detail: missing.join(' ') })
  const ids = released.map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('stock_moves').where('id', 'in', ids).execute()
  return null
}
