import { newId, now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { StockMoveRow } from '#server/tables/stock-rows.ts'
import { mailWatchers } from './mail-watchers.ts'
import { addToStock, insertGivenBack, listHeld } from './queries.ts'

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
