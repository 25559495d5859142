import type { Db } from '#server/shop-database.ts'

/**
 * Stores the grind (how the coffee is ground, such as `Filter`) that a user chose last. Writes nothing if this grind is
 * already stored.
 */
export async function rememberGrind(
  db: Db,
  { userId, grind }: { userId: string; grind: string },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ grind })
    .where('id', '=', userId)
    .where(({ or, eb }) => or([eb('grind', 'is', null), eb('grind', '<>', grind)]))
    .execute()
}

export async function findLastGrind(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('grind').where('id', '=', userId).executeTakeFirst()
  return row?.grind ?? null
}
