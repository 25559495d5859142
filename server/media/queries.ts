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

/**
 * Updates the upload time of a picture that is about to be stored again, so that no instance of the shop begins to
 * delete it. Returns false if an instance is deleting it: its files may only be stored when that has ended. If the
 * deletion began before `staleBefore`, that instance has failed, and the deletion is cancelled.
 */
export async function renewImage(
  db: Db,
  { id, at, staleBefore }: { id: string; at: number; staleBefore: number },
): Promise<boolean> {
  const renewed = await db
    .updateTable('images')
    .set({ created_at: at, deleting_at: null })
    .where('id', '=', id)
    .where((where) => where.or([where('deleting_at', 'is', null), where('deleting_at', '<', staleBefore)]))
    .returning('id')
    .executeTakeFirst()
  if (renewed) return true
  const known = await db.selectFrom('images').select('id').where('id', '=', id).executeTakeFirst()
  return known === undefined
}

const MAX_AT_ONCE = 100

/** Lists pictures that were uploaded before `at` and have never been used, at most `MAX_AT_ONCE` of them. */
export function listUnused(db: Db, at: number): Promise<{ id: string }[]> {
  return db
    .selectFrom('images')
    .select('id')
    .where('used_at', 'is', null)
    .where('created_at', '<', at)
    .limit(MAX_AT_ONCE)
    .execute()
}

/**
 * Marks an unused picture as being deleted. From then on it cannot be used or stored again. Returns false if the
 * picture was used, or uploaded again after `before`, or if another instance of the shop has begun to delete it since
 * `staleBefore`.
 */
export async function beginDeleting(
  db: Db,
  { id, before, at, staleBefore }: { id: string; before: number; at: number; staleBefore: number },
): Promise<boolean> {
  const row = await db
    .updateTable('images')
    .set({ deleting_at: at })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('created_at', '<', before)
    .where((where) => where.or([where('deleting_at', 'is', null), where('deleting_at', '<', staleBefore)]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Cancels a deletion that began at `at`. */
export async function cancelDeleting(db: Db, { id, at }: { id: string; at: number }): Promise<void> {
  await db
    .updateTable('images')
    .set({ deleting_at: null })
    .where('id', '=', id)
    .where('deleting_at', '=', at)
    .execute()
}

/** Deletes the row of a picture whose deletion began at `at`. */
export async function finishDeleting(db: Db, { id, at }: { id: string; at: number }): Promise<void> {
  await db.deleteFrom('images').where('id', '=', id).where('deleting_at', '=', at).execute()
}

/**
 * Lists pictures that the shop itself stores, in the order of their ids: at most `MAX_AT_ONCE` of those whose id is
 * greater than `after`. A picture at an image hosting service is not listed.
 */
export async function listStored(db: Db, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('images')
    .select('id')
    .where('id', '>', after)
    .where('address', 'like', '/images/%')
    .orderBy('id')
    .limit(MAX_AT_ONCE)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the number of pictures at an image hosting service. */
export async function countHosted(db: Db): Promise<number> {
  const { pictures } = await db
    .selectFrom('images')
    .select(({ fn }) => fn.countAll<number | string>().as('pictures'))
    .where('address', 'not like', '/images/%')
    .executeTakeFirstOrThrow()
  return Number(pictures)
}

/** Returns whether there is a picture with this id that is not being deleted. */
export async function isStored(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('images')
    .select('id')
    .where('id', '=', id)
    .where('deleting_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
