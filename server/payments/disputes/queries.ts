import type { Db } from '#server/shop-database.ts'
import type { DisputeRow } from '#server/tables/payment-rows.ts'

/** Inserts a dispute. Returns false if it was inserted before. */
export async function insertDispute(tx: Db, dispute: DisputeRow): Promise<boolean> {
  const row = await tx
    .insertInto('disputes')
    .values(dispute)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

type End = Pick<DisputeRow, 'id' | 'status' | 'settled_at'>

/** Ends an open dispute, which is then on the payment desk again. Returns false if it has ended before. */
export async function endDispute(tx: Db, { id, status, settled_at }: End): Promise<boolean> {
  const row = await tx
    .updateTable('disputes')
    .set({ status, settled_at, dismissed_at: null })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the disputes with these ids of a gateway, by id. */
export async function findDisputes(db: Db, ids: string[]): Promise<Map<string, DisputeRow>> {
  const rows = await db.selectFrom('disputes').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}
