import type { Db } from '#server/shop-database.ts'
import type { ImageRow } from '#server/tables.ts'

/**
 * Adds a picture and returns its URL. If the picture was uploaded before, its first URL is kept, because the catalogue
 * may refer to it. An image hosting service returns a new URL for each upload. The upload time is updated, so that the
 * picture is not deleted as an old unused picture.
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

/** Lists pictures that were uploaded before `at` and have never been used, at most `MOST_AT_ONCE` of them. */
export function listUnused(db: Db, at: number): Promise<{ id: string }[]> {
  return db
    .selectFrom('images')
    .select('id')
    .where('used_at', 'is', null)
    .where('created_at', '<', at)
    .limit(MOST_AT_ONCE)
    .execute()
}

/**
 * Deletes a picture's row if the picture is still unused and was not uploaded again after `at`. Returns whether the
 * row was deleted.
 */
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
