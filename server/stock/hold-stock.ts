import { Problem } from '#contract/errors.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { StockMoveRow } from '#server/tables/stock-rows.ts'
import { insertMoves, takeFromStock } from './queries.ts'

/**
 * A line to be paid. `stockId` is null if the product is never sold out. `grams` is the weight, or 0 if it is unknown.
 */
export type StockedLine = { name: string; stockId: string | null; grams: number }

type Hold = { paymentId: string; lines: StockedLine[] }

/**
 * Takes what the lines of a payment need from the stocks. If the payment fails, `releaseStock` puts it back. If too
 * little is left, returns a problem that names the products. The problem rolls the transaction back, so that nothing is
 * taken. For lines without a stock no statement is run. Returns how many bags and grams were taken, added up.
 *
 * The stocks are locked in the order of their ids, so that two payments cannot deadlock.
 */
export async function holdStock(tx: Db, { paymentId, lines }: Hold): Promise<Problem | { taken: number }> {
  const moves: StockMoveRow[] = []
  const missing: string[] = []
  for (const [id, taken] of byStock(lines)) {
    const need = { bags: taken.length, grams: taken.reduce((sum, { grams }) => sum + grams, 0) }
    const stock = await takeFromStock(tx, { id, ...need })
    if (!stock) missing.push(...taken.map(({ name }) => name))
    else moves.push(heldMove({ paymentId, stockId: id, amount: need[stock.unit] }))
  }
  if (missing.length > 0) return soldOut(missing)
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

type HeldAmount = { paymentId: string; stockId: string; amount: number }

function heldMove({ paymentId, stockId, amount }: HeldAmount): StockMoveRow {
  return {
    id: newId(),
    stock_id: stockId,
    payment_id: paymentId,
    kind: 'held',
    amount: -amount,
    created_at: now(),
  }
}

const LIST = new Intl.ListFormat('en')

function soldOut(names: string[]): Problem {
  return new Problem('sold-out', { detail: `There is not enough left of ${LIST.format(new Set(names))}.` })
}
