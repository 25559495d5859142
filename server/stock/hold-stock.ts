import { Problem } from '#contract/errors.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { StockMoveRow } from '#server/tables.ts'
import { findSoldOut, leftText } from './find-sold-out.ts'
import type { WantedLine } from './find-sold-out.ts'
import { addToStock, insertGivenBack, insertMoves, listHeld, takeFromStock } from './queries.ts'
import { mailWatchers } from './watch-product.ts'

export type StockedLine = WantedLine & { name: string }

type Hold = { paymentId: string; lines: StockedLine[] }

/**
 * Takes what the lines of a payment need from the stocks. If the payment fails, `releaseStock` puts it back. If too
 * little is left, returns a problem that names the products and says how many are left. The problem rolls the transaction
 * back, so that nothing is taken. For lines without a stock no statement is run. Returns how many bags and grams were
 * taken, added up.
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
    else moves.push(heldMove({ paymentId, stockId: id, amount: need[stock.unit] }))
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
 * Puts back what a payment has taken from the stocks, because the payment failed or its waiting order was cancelled.
 * Does nothing if that has already been put back.
 */
export function releaseStock(tx: Db, paymentId: string): Promise<void> {
  return giveBack(tx, { paymentId, kind: 'released' })
}

/**
 * Puts back what an order has taken from the stocks, because its whole amount was refunded. Does nothing if that has
 * already been put back.
 */
export function returnStock(tx: Db, paymentId: string): Promise<void> {
  return giveBack(tx, { paymentId, kind: 'returned' })
}

type GivenBack = { paymentId: string; kind: StockMoveRow['kind'] }

async function giveBack(tx: Db, { paymentId, kind }: GivenBack): Promise<void> {
  const held = await listHeld(tx, paymentId)
  if (held.length === 0) return
  const moves = held.map(({ stock_id, amount }) => ({
    id: newId(),
    stock_id,
    payment_id: paymentId,
    kind,
    amount: -amount,
    created_at: now(),
  }))
  const given = await insertGivenBack(tx, moves)
  // The stocks are locked in the order of their ids, as in `holdStock`, so that two transactions cannot deadlock.
  for (const { stock_id: id, amount } of given.toSorted((a, b) => (a.stock_id < b.stock_id ? -1 : 1))) {
    await addToStock(tx, { id, amount })
    await mailWatchers(tx, { stockId: id })
  }
}
