import type { Kysely } from 'kysely'
import type { ImageRow, Tables } from '#server/tables.ts'

type Db = Kysely<Tables>

/**
 * Adds a picture; one that is there already counts as just added, so that nobody cleans it up meanwhile. Answers the
 * address that the shop knows it by: a hosting service gives the same picture another one each time.
 */
export async function saveImage(db: Db, image: ImageRow): Promise<string> {
  const { address } = await db
    .insertInto('images')
    .values(image)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ created_at: image.created_at }))
    .returning('address')
    .executeTakeFirstOrThrow()
  return address
}

export async function markUsed(db: Db, { address, at }: { address: string; at: number }): Promise<boolean> {
  const row = await db
    .updateTable('images')
    .set({ used_at: at })
    .where('address', '=', address)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const MOST_AT_ONCE = 100

/** Pictures that were uploaded before `at` and never used. */
export function listUnused(db: Db, at: number): Promise<{ id: string }[]> {
  return db
    .selectFrom('images')
    .select('id')
    .where('used_at', 'is', null)
    .where('created_at', '<', at)
    .limit(MOST_AT_ONCE)
    .execute()
}

/** Forgets a picture if it is still unused and was not uploaded again since; true when it is gone. */
export async function deleteUnused(db: Db, { id, at }: { id: string; at: number }): Promise<boolean> {
  const row = await db
    .deleteFrom('images')
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('created_at', '<', at)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
