import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { CoffeeName, OwnBrand, Owner, Packet } from '#contract/shop-management.ts'
import { MAX_LISTED } from '#contract/values/limits.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db } from '#server/shop-database.ts'
import type { UserRow } from '#server/tables.ts'
import type { ProductRow } from '#server/tables/product-rows.ts'
import { presentFacts, presentSoldPart } from '../present.ts'
import { isOfKind, tableOf } from './queries.ts'
import type { EntryKind } from './queries.ts'

/**
 * A request for a list of brands, coffees or packets. With `whose: 'everyone'` the list contains the entries of all
 * owners. Otherwise it contains the entries of the caller and of owners who are no longer admins.
 */
type ListRequest = { caller: Caller; query: { whose?: 'everyone' } }

/*
 * The lists have the newest `MAX_LISTED` entries, and return the oldest of them first. The ids of rows ascend with the
 * time of creation, so the queries sort by id.
 */

export async function listBrands(db: Db, request: ListRequest): Promise<OwnBrand[]> {
  const query = db
    .selectFrom('brands')
    .leftJoin('users as owner', 'owner.id', 'brands.owner_id')
    .selectAll('brands')
    .select(ownerColumns)
    .where('brands.archived_at', 'is', null)
    .orderBy('brands.id', 'desc')
    .limit(MAX_LISTED)
  const rows = await listFor(db, request, {
    kind: 'brand',
    all: () => query.execute(),
    ofOwner: (id) => query.where('brands.owner_id', '=', id).execute(),
  })
  return rows.map((row) => ({
    _id: row.id,
    img: row.img,
    category_name: row.name,
    ratting: row.rating,
    ...presentOwned(row, request),
  }))
}

export async function listCoffees(db: Db, request: ListRequest, currency: string): Promise<CoffeeName[]> {
  const rows = await listProducts(db, 'coffee', request)
  return rows.map((row) => ({
    _id: row.id,
    ...presentSoldPart(row, currency),
    ...presentPacked(row),
    // A constraint of the table ensures that every coffee has a brand.
    category_name: row.brand_name ?? '',
    ...presentOwned(row, request),
  }))
}

export async function listPackets(db: Db, request: ListRequest, currency: string): Promise<Packet[]> {
  const rows = await listProducts(db, 'packet', request)
  return rows.map((row) => {
    const owned = presentOwned(row, request)
    const coffee = row.coffee_id && { coffeeId: row.coffee_id }
    const about = { ...presentSoldPart(row, currency), ...presentPacked(row), ...coffee, email: owned.email }
    // A constraint of the table ensures that every packet has a cover picture and a category.
    return { _id: row.id, img: row.cover_img ?? '', category_name: row.category ?? '', ...owned, about }
  })
}

function listProducts(db: Db, kind: ProductRow['kind'], request: ListRequest) {
  const query = db
    .selectFrom('products')
    .leftJoin('brands', 'brands.id', 'products.brand_id')
    .leftJoin('users as owner', 'owner.id', 'products.owner_id')
    .selectAll('products')
    .select('brands.name as brand_name')
    .select(ownerColumns)
    .where('products.kind', '=', kind)
    .where('products.archived_at', 'is', null)
    .orderBy('products.id', 'desc')
    .limit(MAX_LISTED)
  return listFor(db, request, {
    kind,
    all: () => query.execute(),
    ofOwner: (id) => query.where('products.owner_id', '=', id).execute(),
  })
}

/** How to list the newest entries of a kind, newest first, of all owners or of one. */
type Queries<Row> = {
  kind: EntryKind
  all: () => Promise<Row[]>
  ofOwner: (id: string) => Promise<Row[]>
}

/**
 * Runs one query for each owner whose entries are listed. It reads only that owner's part of an index. A single query
 * for these owners would read the entries of all owners if most entries belong to others.
 */
async function listFor<Row extends { id: string }>(
  db: Db,
  { caller, query }: ListRequest,
  { kind, all, ofOwner }: Queries<Row>,
): Promise<Row[]> {
  if (query.whose === 'everyone') return (await all()).toReversed()
  const owners = await listOwnersFor(db, kind, caller.userId)
  const rows = (await Promise.all(owners.map(ofOwner))).flat()
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(-MAX_LISTED)
}

/**
 * Returns the ids of the owners whose entries appear in a user's own list: the user, and all owners who are no longer
 * admins. There are few owners and many entries. In each step, the recursive query therefore looks up the next owner in
 * the index, instead of reading all entries.
 */
async function listOwnersFor(db: Db, kind: EntryKind, userId: string): Promise<string[]> {
  const nextAfter = (owner: RawBuilder<unknown>) =>
    sql`SELECT MIN(owner_id) FROM ${sql.table(tableOf(kind))} WHERE archived_at IS NULL AND ${isOfKind(kind)} AND owner_id > ${owner}`
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE owners (id) AS (${nextAfter(sql`''`)} UNION ALL SELECT (${nextAfter(sql`owners.id`)}) FROM owners WHERE owners.id IS NOT NULL)
    SELECT id FROM owners WHERE id <> ${userId} AND NOT EXISTS (
      SELECT 1 FROM users WHERE users.id = owners.id AND users.role = 'Admin' AND users.archived_at IS NULL
    )`.execute(db)
  return [userId, ...rows.map(({ id }) => id)]
}

const ownerColumns = [
  'owner.name as owner_name',
  'owner.email as owner_email',
  'owner.role as owner_role',
  'owner.archived_at as owner_archived_at',
] as const

type OwnedRow = {
  owner_id: string
  owner_name: string | null
  owner_email: string | null
  owner_role: UserRow['role']
  owner_archived_at: number | null
}

/**
 * Returns the fields that depend on the request. In the list of the entries of all admins, `email` is the owner's,
 * otherwise it is the caller's.
 */
function presentOwned(row: OwnedRow, { caller, query }: ListRequest): { email: string; owner?: Owner } {
  if (query.whose !== 'everyone') return { email: caller.email }
  return { email: row.owner_email ?? caller.email, owner: presentOwner(row, caller) }
}

function presentOwner({ owner_id, owner_role, ...row }: OwnedRow, caller: Caller): Owner {
  const name = row.owner_name ?? ''
  if (owner_id === caller.userId) return { name, is: 'caller' }
  return { name, is: owner_role === 'Admin' && row.owner_archived_at === null ? 'admin' : 'gone' }
}

/** Returns the weight in grams if it is known, the tax class unless it is `standard`, and what was said about it. */
function presentPacked(
  row: ProductRow,
): Pick<CoffeeName, 'weight' | 'taxClass' | 'reduced' | 'facts' | 'pictures'> {
  const { weight_grams, tax_class } = row
  return {
    ...presentFacts(row),
    ...(weight_grams !== null && { weight: weight_grams }),
    ...(tax_class !== 'standard' && { taxClass: tax_class }),
    ...(Boolean(row.was_cents) && { reduced: true }),
  }
}
