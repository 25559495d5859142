import { newId, now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'

/**
 * Puts back what an order has taken from the stocks, because it was cancelled or refunded as a whole. Does so at most
 * once for each payment.
 */
export async function returnStock(tx: Db, paymentId: string): Promise<void> {
  const held = await tx
    .selectFrom('stock_moves')
    .select(['stock_id', 'amount'])
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'held')
    .orderBy('stock_id')
    .execute()
  for (const { stock_id, amount } of held) {
    const move = { id: newId(), stock_id, payment_id: paymentId, kind: 'returned' as const, amount: -amount }
    const inserted = await tx
      .insertInto('stock_moves')
      .values({ ...move, created_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) continue
    await tx
      .updateTable('stocks')
      .set(({ eb }) => ({ remaining: eb('remaining', '-', amount) }))
      .where('id', '=', stock_id)
      .execute()
  }
}
