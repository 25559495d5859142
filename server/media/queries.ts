import type { Db } from '#server/shop-database.ts'
import type { ImageRow } from '#server/tables.ts'

/**
 * Adds a picture and returns its URL. If the picture was uploaded before, its first URL is kept, because the catalogue
 * may refer to it. An image hosting service returns a new URL for each upload.
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

const MAX_AT_ONCE = 100

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

/** Returns whether there is a picture with this id, or with this URL. */
export async function isStored(db: Db, picture: { id: string } | { address: string }): Promise<boolean> {
  const row = await db
    .selectFrom('images')
    .select('id')
    .where((where) => where.and(picture))
    .executeTakeFirst()
  return row !== undefined
}
