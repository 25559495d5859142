import { sql } from 'kysely'
import type { Db } from '#server/shop-database.ts'

/** The kinds of entries that have a page of their own. A packet has one only if it is not a size of a coffee on sale. */
export type PageKind = 'brand' | 'coffee' | 'packet'

/** An entry with a page: the name in its address, and when the page last changed, in UTC milliseconds. */
export type PageRow = { id: string; name: string; changedAt: number }

/** A cursor in the list of all entries of a kind, which is sorted by id. The rows after the id `after` come next. */
export type PageCursor = { kind: PageKind; after: string }

/** Returns the entries on sale that come after a cursor, at most `limit`. */
export async function listPageRows(db: Db, { kind, after }: PageCursor, limit: number): Promise<PageRow[]> {
  const rows = await (kind === 'brand'
    ? brandsAfter(db, after).select(['id', 'name', brandChanged]).limit(limit).execute()
    : productsAfter(db, { kind, after }).select(['id', 'name', productChanged]).limit(limit).execute())
  // PostgreSQL returns the largest of several BIGINT values as text.
  return rows.map(({ id, name, changed }) => ({ id, name, changedAt: Number(changed) }))
}

function brandsAfter(db: Db, after: string) {
  return db.selectFrom('brands').where('archived_at', 'is', null).where('id', '>', after).orderBy('id')
}

function productsAfter(db: Db, { kind, after }: PageCursor) {
  const products = db
    .selectFrom('products')
    .where('kind', '=', kind === 'coffee' ? 'coffee' : 'packet')
    .where('archived_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
  return kind === 'coffee' ? products : products.where(isOfNoCoffee)
}

/** A packet has a page of its own if it is a size of no coffee, or of one that is not on sale. */
const isOfNoCoffee = sql<boolean>`NOT EXISTS (SELECT 1 FROM products AS coffees
  WHERE coffees.id = products.coffee_id AND coffees.archived_at IS NULL)`

const ofBrand = sql`FROM products WHERE products.brand_id = brands.id AND products.archived_at`

/** The page of a brand shows its coffees, so it also changes with them, and when one of them is deleted. */
const brandChanged = sql<number | string>`(SELECT MAX(changed) FROM (
  SELECT COALESCE(brands.changed_at, brands.created_at) AS changed
  UNION ALL SELECT MAX(COALESCE(products.changed_at, products.created_at)) ${ofBrand} IS NULL
  UNION ALL SELECT MAX(products.archived_at) ${ofBrand} IS NOT NULL
) AS changes)`.as('changed')

/** The page of a coffee shows its bags, so it also changes with them. */
const productChanged = sql<number | string>`(SELECT MAX(changed) FROM (
  SELECT COALESCE(products.changed_at, products.created_at) AS changed
  UNION ALL SELECT MAX(COALESCE(bags.changed_at, bags.created_at)) FROM products AS bags
    WHERE bags.coffee_id = products.id AND bags.archived_at IS NULL
) AS changes)`.as('changed')
