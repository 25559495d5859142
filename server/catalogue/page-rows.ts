import { sql } from 'kysely'
import type { Db } from '#server/shop-database.ts'

/** The kinds of entries that have a page of their own. Coffees are on the pages of their brands. */
export type PageKind = 'brand' | 'packet'

/** An entry with a page: the name in its address, and when the page last changed, in UTC milliseconds. */
export type PageRow = { id: string; name: string; changedAt: number }

/** A cursor in the list of all entries of a kind, which is sorted by id. The rows after the id `after` come next. */
export type PageCursor = { kind: PageKind; after: string }

/** Returns the entries on sale that come after a cursor, at most `limit`. */
export async function listPageRows(db: Db, { kind, after }: PageCursor, limit: number): Promise<PageRow[]> {
  const rows = await (kind === 'brand'
    ? brandsAfter(db, after).select(['id', 'name', brandChanged]).limit(limit).execute()
    : packetsAfter(db, after).select(['id', 'name', packetChanged]).limit(limit).execute())
  // PostgreSQL returns the largest of several BIGINT values as text.
  return rows.map(({ id, name, changed }) => ({ id, name, changedAt: Number(changed) }))
}

function brandsAfter(db: Db, after: string) {
  return db.selectFrom('brands').where('archived_at', 'is', null).where('id', '>', after).orderBy('id')
}

function packetsAfter(db: Db, after: string) {
  return db
    .selectFrom('products')
    .where('kind', '=', 'packet')
    .where('archived_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
}

const ofBrand = sql`FROM products WHERE products.brand_id = brands.id AND products.archived_at`

/** The page of a brand shows its coffees, so it also changes with them, and when one of them is deleted. */
const brandChanged = sql<number | string>`(SELECT MAX(changed) FROM (
  SELECT COALESCE(brands.changed_at, brands.created_at) AS changed
  UNION ALL SELECT MAX(COALESCE(products.changed_at, products.created_at)) ${ofBrand} IS NULL
  UNION ALL SELECT MAX(products.archived_at) ${ofBrand} IS NOT NULL
) AS changes)`.as('changed')

const packetChanged = sql<number | string>`COALESCE(changed_at, created_at)`.as('changed')
