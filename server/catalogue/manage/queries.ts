import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { MOST_LISTED } from '#contract/values/limits.ts'
import type { BrandRow, CoffeeRow, PacketRow, Tables, UserRow } from '#server/tables.ts'

type Db = Kysely<Tables>

/** The three kinds of entries are kept alike: each has an owner, and is archived rather than deleted. */
export type Kind = 'brands' | 'coffees' | 'packets'

function ownerIsGone(column: string) {
  return sql<boolean>`NOT EXISTS (SELECT 1 FROM users WHERE users.id = ${sql.ref(column)} AND users.role = 'Admin' AND users.archived_at IS NULL)`
}

/**
 * The caller, and whoever else's entries of a kind are theirs to keep. Owners are few and their entries many: the
 * query goes from one owner to the next in the index instead of through all entries.
 */
async function keptBy(db: Db, { kind, ownerId }: { kind: Kind; ownerId: string }): Promise<string[]> {
  const next = (than: RawBuilder<unknown>) =>
    sql`SELECT MIN(owner_id) FROM ${sql.table(kind)} WHERE archived_at IS NULL AND owner_id > ${than}`
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE owners (id) AS (${next(sql`''`)} UNION ALL SELECT (${next(sql`owners.id`)}) FROM owners WHERE owners.id IS NOT NULL)
    SELECT id FROM owners WHERE id IS NOT NULL AND ${ownerIsGone('owners.id')}`.execute(db)
  return [ownerId, ...rows.map(({ id }) => id)]
}

/* The lists return the newest entries first: ids ascend with the time at which they were made. */

export function listAllBrands(db: Db): Promise<BrandRow[]> {
  return db
    .selectFrom('brands')
    .selectAll()
    .where('archived_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(MOST_LISTED)
    .execute()
}

export async function listOwnBrands(db: Db, ownerId: string): Promise<BrandRow[]> {
  const owners = await keptBy(db, { kind: 'brands', ownerId })
  return db
    .selectFrom('brands')
    .selectAll()
    .where('owner_id', 'in', owners)
    .where('archived_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(MOST_LISTED)
    .execute()
}

export type CoffeeWithBrand = CoffeeRow & { brand_name: string }

function coffeesWithBrand(db: Db) {
  return db
    .selectFrom('coffees')
    .innerJoin('brands', 'brands.id', 'coffees.brand_id')
    .selectAll('coffees')
    .select('brands.name as brand_name')
    .where('coffees.archived_at', 'is', null)
    .orderBy('coffees.id', 'desc')
    .limit(MOST_LISTED)
}

export function listAllCoffees(db: Db): Promise<CoffeeWithBrand[]> {
  return coffeesWithBrand(db).execute()
}

export async function listOwnCoffees(db: Db, ownerId: string): Promise<CoffeeWithBrand[]> {
  const owners = await keptBy(db, { kind: 'coffees', ownerId })
  return coffeesWithBrand(db).where('coffees.owner_id', 'in', owners).execute()
}

export function listAllPackets(db: Db): Promise<PacketRow[]> {
  return db
    .selectFrom('packets')
    .selectAll()
    .where('archived_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(MOST_LISTED)
    .execute()
}

export async function listOwnPackets(db: Db, ownerId: string): Promise<PacketRow[]> {
  const owners = await keptBy(db, { kind: 'packets', ownerId })
  return db
    .selectFrom('packets')
    .selectAll()
    .where('owner_id', 'in', owners)
    .where('archived_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(MOST_LISTED)
    .execute()
}

export type OwnerRow = Pick<UserRow, 'id' | 'name' | 'email' | 'role' | 'archived_at'>

/** The users with these ids, also those who were deleted. */
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
 * Counts the entries of a kind that a user has in the shop. Every id is greater than an empty text. The condition keeps
 * SQLite on the index of owners: with few owners among many entries it would read the whole table.
 */
export async function countOwn(db: Db, { kind, ownerId }: { kind: Kind; ownerId: string }): Promise<number> {
  const count = db.selectFrom(kind).select(({ fn }) => fn.countAll<number>().as('entries'))
  const row = await count
    .where('owner_id', '=', ownerId)
    .where('id', '>', '')
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return row?.entries ?? 0
}

type BrandSought = { name: string; ownerId: string; current?: string }

/** The live brand of this name; where several share it the current one comes first, then the owner's own. */
export async function findBrandNamed(
  db: Db,
  { name, ownerId, current = '' }: BrandSought,
): Promise<BrandRow | undefined> {
  const kept = await db
    .selectFrom('brands')
    .selectAll()
    .where('id', '=', current)
    .where('name', '=', name)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (kept) return kept
  const rows = await db
    .selectFrom('brands')
    .selectAll()
    .where('name', '=', name)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .limit(50)
    .execute()
  return rows.find((row) => row.owner_id === ownerId) ?? rows[0]
}

export async function insertBrand(db: Db, row: BrandRow): Promise<void> {
  await db.insertInto('brands').values(row).execute()
}

export async function insertCoffee(db: Db, row: CoffeeRow): Promise<void> {
  await db.insertInto('coffees').values(row).execute()
}

export async function insertPacket(db: Db, row: PacketRow): Promise<void> {
  await db.insertInto('packets').values(row).execute()
}

export function findLiveBrand(db: Db, id: string): Promise<BrandRow | undefined> {
  return db
    .selectFrom('brands')
    .selectAll()
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
}

export function findLiveCoffee(db: Db, id: string): Promise<CoffeeRow | undefined> {
  return db
    .selectFrom('coffees')
    .selectAll()
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
}

export function findLivePacket(db: Db, id: string): Promise<PacketRow | undefined> {
  return db
    .selectFrom('packets')
    .selectAll()
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
}

export async function updateBrand(
  db: Db,
  { id, ...values }: Partial<BrandRow> & { id: string },
): Promise<void> {
  await db.updateTable('brands').set(values).where('id', '=', id).execute()
}

export async function updateCoffee(
  db: Db,
  { id, ...values }: Partial<CoffeeRow> & { id: string },
): Promise<void> {
  await db.updateTable('coffees').set(values).where('id', '=', id).execute()
}

export async function updatePacket(
  db: Db,
  { id, ...values }: Partial<PacketRow> & { id: string },
): Promise<void> {
  await db.updateTable('packets').set(values).where('id', '=', id).execute()
}

type Archiving = { kind: Kind; id: string; at: number }

/** What the audit log says about an entry. */
export type Named = { name: string; owner_id: string }

const nameColumns = { brands: 'name', coffees: 'name', packets: 'product_name' } as const

function nameOf(kind: Kind) {
  return sql<string>`${sql.ref(nameColumns[kind])}`.as('name')
}

/** Takes an entry off the shop. Returns it, or undefined if it is not there. */
export function archive(db: Db, { kind, id, at }: Archiving): Promise<Named | undefined> {
  return db
    .updateTable(kind)
    .set({ archived_at: at })
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .returning(['owner_id', nameOf(kind)])
    .executeTakeFirst()
}

/** Whether the brand of a coffee is on the shop. */
export async function hasLiveBrand(db: Db, coffeeId: string): Promise<boolean> {
  const row = await db
    .selectFrom('coffees')
    .innerJoin('brands', 'brands.id', 'coffees.brand_id')
    .select('brands.id')
    .where('coffees.id', '=', coffeeId)
    .where('brands.archived_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** An entry that was deleted after `at`. */
export function findArchived(
  db: Db,
  { kind, id, at }: Archiving,
): Promise<(Named & { archived_at: number | null }) | undefined> {
  return db
    .selectFrom(kind)
    .select(['owner_id', 'archived_at', nameOf(kind)])
    .where('id', '=', id)
    .where('archived_at', '>', at)
    .executeTakeFirst()
}

export async function unarchive(db: Db, { kind, id }: { kind: Kind; id: string }): Promise<void> {
  await db.updateTable(kind).set({ archived_at: null }).where('id', '=', id).execute()
}

/** A brand's coffees go and come back with it: those that carry the same moment. */
export async function archiveCoffeesOf(
  db: Db,
  { brandId, at }: { brandId: string; at: number },
): Promise<void> {
  await db
    .updateTable('coffees')
    .set({ archived_at: at })
    .where('brand_id', '=', brandId)
    .where('archived_at', 'is', null)
    .execute()
}

export async function unarchiveCoffeesOf(
  db: Db,
  { brandId, at }: { brandId: string; at: number },
): Promise<void> {
  await db
    .updateTable('coffees')
    .set({ archived_at: null })
    .where('brand_id', '=', brandId)
    .where('archived_at', '=', at)
    .execute()
}

/** A deleted entry of any kind. `coffees` counts those that went with a brand. */
export type DeletedRow = Named & {
  id: string
  img: string
  archived_at: number | null
  coffees?: number
  brand_name?: string
}

/** Deleted since when, and how many at most, newest first. */
type Deleted = { since: number; limit: number }

export function listDeletedBrands(db: Db, { since, limit }: Deleted): Promise<DeletedRow[]> {
  return db
    .selectFrom('brands')
    .select(['id', 'owner_id', 'name', 'img', 'archived_at'])
    .select(({ selectFrom, fn }) =>
      selectFrom('coffees')
        .select(fn.countAll<number>().as('coffees'))
        .whereRef('brand_id', '=', 'brands.id')
        .whereRef('coffees.archived_at', '=', 'brands.archived_at')
        .$asScalar()
        .$notNull()
        .as('coffees'),
    )
    .where('archived_at', '>', since)
    .orderBy('archived_at', 'desc')
    .limit(limit)
    .execute()
}

/** Without the coffees that went with their brand: they are restored with it. */
export function listDeletedCoffees(db: Db, { since, limit }: Deleted): Promise<DeletedRow[]> {
  return db
    .selectFrom('coffees')
    .innerJoin('brands', 'brands.id', 'coffees.brand_id')
    .select([
      'coffees.id',
      'coffees.owner_id',
      'coffees.name',
      'coffees.img',
      'coffees.archived_at',
      'brands.name as brand_name',
    ])
    .where('coffees.archived_at', '>', since)
    .where(({ or, eb }) =>
      or([
        eb('brands.archived_at', 'is', null),
        eb('brands.archived_at', '<>', eb.ref('coffees.archived_at')),
      ]),
    )
    .orderBy('coffees.archived_at', 'desc')
    .limit(limit)
    .execute()
}

export function listDeletedPackets(db: Db, { since, limit }: Deleted): Promise<DeletedRow[]> {
  return db
    .selectFrom('packets')
    .select(['id', 'owner_id', 'product_name as name', 'img', 'archived_at'])
    .where('archived_at', '>', since)
    .orderBy('archived_at', 'desc')
    .limit(limit)
    .execute()
}
