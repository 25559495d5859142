import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { MAX_LISTED } from '#contract/values/limits.ts'
import type { Db } from '#server/shop-database.ts'
import type { BrandRow, ProductRow, UserRow } from '#server/tables.ts'
import { isOfKind, tableOf } from './entry-kind.ts'
import type { EntryKind } from './entry-kind.ts'

/*
 * The ids of rows ascend with the time of creation. Sorting by id in descending order therefore lists the newest row
 * first.
 */

/** Lists the newest brands of an owner, or of all owners if `ownerId` is null. Deleted brands are left out. */
export function listLiveBrands(db: Db, ownerId: string | null): Promise<BrandRow[]> {
  return db
    .selectFrom('brands')
    .selectAll()
    .where('archived_at', 'is', null)
    .$if(ownerId !== null, (query) => query.where('owner_id', '=', ownerId))
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute()
}

/**
 * A row of the table `products` with the name of the product's brand. `brand_name` is null for a packet, which has no
 * brand.
 */
export type ListedProduct = ProductRow & { brand_name: string | null }

/**
 * Lists the newest coffees or packets of an owner, or of all owners if `ownerId` is null. Deleted products are left
 * out.
 */
export function listLiveProducts(
  db: Db,
  { kind, ownerId }: { kind: ProductRow['kind']; ownerId: string | null },
): Promise<ListedProduct[]> {
  return db
    .selectFrom('products')
    .leftJoin('brands', 'brands.id', 'products.brand_id')
    .selectAll('products')
    .select('brands.name as brand_name')
    .where('products.kind', '=', kind)
    .where('products.archived_at', 'is', null)
    .$if(ownerId !== null, (query) => query.where('products.owner_id', '=', ownerId))
    .orderBy('products.id', 'desc')
    .limit(MAX_LISTED)
    .execute()
}

/**
 * Returns the ids of the owners whose entries appear in a user's own list: the user, and all owners who are no longer
 * admins. There are few owners and many entries. In each step, the recursive query therefore looks up the next owner in
 * the index, instead of reading all entries.
 */
export async function listOwnersFor(
  db: Db,
  { kind, userId }: { kind: EntryKind; userId: string },
): Promise<string[]> {
  const nextAfter = (owner: RawBuilder<unknown>) =>
    sql`SELECT MIN(owner_id) FROM ${sql.table(tableOf(kind))} WHERE archived_at IS NULL AND ${isOfKind(kind)} AND owner_id > ${owner}`
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE owners (id) AS (${nextAfter(sql`''`)} UNION ALL SELECT (${nextAfter(sql`owners.id`)}) FROM owners WHERE owners.id IS NOT NULL)
    SELECT id FROM owners WHERE id <> ${userId} AND NOT EXISTS (
      SELECT 1 FROM users WHERE users.id = owners.id AND users.role = 'Admin' AND users.archived_at IS NULL
    )`.execute(db)
  return [userId, ...rows.map(({ id }) => id)]
}

export type OwnerRow = Pick<UserRow, 'id' | 'name' | 'email' | 'role' | 'archived_at'>

/** Returns the users with these ids, including deleted users, as a map from id to row. */
export async function findOwners(db: Db, ids: string[]): Promise<Map<string, OwnerRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'archived_at'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Counts the brands, coffees or packets that a user owns, without deleted ones. The condition on `id` is always true,
 * but makes SQLite use the index by owner. Otherwise SQLite reads the whole table if there are few owners with many
 * entries each.
 */
export async function countOwned(
  db: Db,
  { kind, ownerId }: { kind: EntryKind; ownerId: string },
): Promise<number> {
  const row = await db
    .selectFrom(tableOf(kind))
    .select(({ fn }) => fn.countAll<number>().as('entries'))
    .where('owner_id', '=', ownerId)
    .where('id', '>', '')
    .where('archived_at', 'is', null)
    .where(isOfKind(kind))
    .executeTakeFirst()
  return row?.entries ?? 0
}

/**
 * A deleted brand, coffee or packet. For a brand, `coffees` is the number of coffees that were deleted together with
 * the brand. For a coffee, `brand_name` is the name of its brand.
 */
export type DeletedRow = Pick<BrandRow, 'id' | 'owner_id' | 'name' | 'img' | 'archived_at'> & {
  coffees?: number
  brand_name?: string | null
}

type Deleted = { since: number; limit: number }

export function listDeletedBrands(db: Db, { since, limit }: Deleted): Promise<DeletedRow[]> {
  return db
    .selectFrom('brands')
    .select(['id', 'owner_id', 'name', 'img', 'archived_at'])
    .select(({ selectFrom, fn }) =>
      selectFrom('products')
        .select(fn.countAll<number>().as('coffees'))
        .whereRef('brand_id', '=', 'brands.id')
        .whereRef('products.archived_at', '=', 'brands.archived_at')
        .$asScalar()
        .$notNull()
        .as('coffees'),
    )
    .where('archived_at', '>', since)
    .orderBy('archived_at', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Lists deleted coffees or packets. Coffees that were deleted together with their brand are left out, because they
 * are restored together with the brand.
 */
export function listDeletedProducts(
  db: Db,
  { kind, since, limit }: Deleted & { kind: ProductRow['kind'] },
): Promise<DeletedRow[]> {
  return db
    .selectFrom('products')
    .leftJoin('brands', 'brands.id', 'products.brand_id')
    .select(['products.id', 'products.owner_id', 'products.name', 'products.archived_at'])
    .select(({ fn }) => fn.coalesce('products.cover_img', 'products.img').as('img'))
    .select('brands.name as brand_name')
    .where('products.kind', '=', kind)
    .where('products.archived_at', '>', since)
    .where(({ or, eb }) =>
      or([
        eb('brands.archived_at', 'is', null),
        eb('brands.archived_at', '<>', eb.ref('products.archived_at')),
      ]),
    )
    .orderBy('products.archived_at', 'desc')
    .limit(limit)
    .execute()
}
