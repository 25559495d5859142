import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { BrandRow, CoffeeRow, PacketRow, Tables } from '#server/tables.ts'

type Db = Kysely<Tables>

/** The three kinds of entries are kept alike: each has an owner, and is archived rather than deleted. */
export type Kind = 'brands' | 'coffees' | 'packets'

/** Entries that a page shows. */
const MOST_OWN = 1000

/**
 * Whether the caller may keep an entry: their own, and those of somebody who is no administrator any more, which
 * nobody could keep otherwise.
 */
function isTheirs(ownerId: string) {
  return sql<boolean>`(owner_id = ${ownerId} OR ${ownerIsGone('owner_id')})`
}

function ownerIsGone(column: string) {
  return sql<boolean>`NOT EXISTS (SELECT 1 FROM users WHERE users.id = ${sql.ref(column)} AND users.role = 'Admin' AND users.archived_at IS NULL)`
}

/**
 * The caller, and whoever else's entries of a kind are theirs to keep. Owners are few and their entries many: the
 * query goes from one owner to the next in the index instead of through all entries.
 */
async function keptBy(db: Db, { kind, ownerId }: { kind: Kind; ownerId: string }): Promise<string[]> {
  const next = (than: RawBuilder<unknown>) => sql`SELECT MIN(owner_id) FROM ${sql.table(kind)} WHERE archived_at IS NULL AND owner_id > ${than}`
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE owners (id) AS (${next(sql`''`)} UNION ALL SELECT (${next(sql`owners.id`)}) FROM owners WHERE owners.id IS NOT NULL)
    SELECT id FROM owners WHERE id IS NOT NULL AND ${ownerIsGone('owners.id')}`.execute(db)
  return [ownerId, ...rows.map(({ id }) => id)]
}

export async function listOwnBrands(db: Db, ownerId: string): Promise<BrandRow[]> {
  const owners = await keptBy(db, { kind: 'brands', ownerId })
  return db.selectFrom('brands').selectAll().where('owner_id', 'in', owners).where('archived_at', 'is', null).orderBy('id').limit(MOST_OWN).execute()
}

export type CoffeeWithBrand = CoffeeRow & { brand_name: string }

export async function listOwnCoffees(db: Db, ownerId: string): Promise<CoffeeWithBrand[]> {
  const owners = await keptBy(db, { kind: 'coffees', ownerId })
  return db
    .selectFrom('coffees')
    .innerJoin('brands', 'brands.id', 'coffees.brand_id')
    .selectAll('coffees')
    .select('brands.name as brand_name')
    .where('coffees.owner_id', 'in', owners)
    .where('coffees.archived_at', 'is', null)
    .orderBy('coffees.id')
    .limit(MOST_OWN)
    .execute()
}

export async function listOwnPackets(db: Db, ownerId: string): Promise<PacketRow[]> {
  const owners = await keptBy(db, { kind: 'packets', ownerId })
  return db.selectFrom('packets').selectAll().where('owner_id', 'in', owners).where('archived_at', 'is', null).orderBy('id').limit(MOST_OWN).execute()
}

type BrandSought = { name: string; ownerId: string; current?: string }

/** The live brand of this name; where several share it the current one comes first, then the owner's own. */
export async function findBrandNamed(db: Db, { name, ownerId, current = '' }: BrandSought): Promise<BrandRow | undefined> {
  const kept = await db.selectFrom('brands').selectAll().where('id', '=', current).where('name', '=', name).where('archived_at', 'is', null).executeTakeFirst()
  if (kept) return kept
  const rows = await db.selectFrom('brands').selectAll().where('name', '=', name).where('archived_at', 'is', null).orderBy('id').limit(50).execute()
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

type Own = { id: string; ownerId: string }

export function findOwnBrand(db: Db, { id, ownerId }: Own): Promise<BrandRow | undefined> {
  return db.selectFrom('brands').selectAll().where('id', '=', id).where(isTheirs(ownerId)).where('archived_at', 'is', null).executeTakeFirst()
}

export function findOwnCoffee(db: Db, { id, ownerId }: Own): Promise<CoffeeRow | undefined> {
  return db.selectFrom('coffees').selectAll().where('id', '=', id).where(isTheirs(ownerId)).where('archived_at', 'is', null).executeTakeFirst()
}

export function findOwnPacket(db: Db, { id, ownerId }: Own): Promise<PacketRow | undefined> {
  return db.selectFrom('packets').selectAll().where('id', '=', id).where(isTheirs(ownerId)).where('archived_at', 'is', null).executeTakeFirst()
}

export async function updateBrand(db: Db, { id, ...values }: Partial<BrandRow> & { id: string }): Promise<void> {
  await db.updateTable('brands').set(values).where('id', '=', id).execute()
}

export async function updateCoffee(db: Db, { id, ...values }: Partial<CoffeeRow> & { id: string }): Promise<void> {
  await db.updateTable('coffees').set(values).where('id', '=', id).execute()
}

export async function updatePacket(db: Db, { id, ...values }: Partial<PacketRow> & { id: string }): Promise<void> {
  await db.updateTable('packets').set(values).where('id', '=', id).execute()
}

type Archiving = Own & { kind: Kind; at: number }

/** Takes an own entry off the shop; answers its id when it was there. */
export function archiveOwn(db: Db, { kind, id, ownerId, at }: Archiving): Promise<{ id: string } | undefined> {
  return db
    .updateTable(kind)
    .set({ archived_at: at })
    .where('id', '=', id)
    .where(isTheirs(ownerId))
    .where('archived_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
}

const nameColumns = { brands: 'name', coffees: 'name', packets: 'product_name' } as const

/** What an entry is called, on the shop or off it. */
export async function findName(db: Db, { kind, id }: { kind: Kind; id: string }): Promise<string> {
  const name = sql<string>`${sql.ref(nameColumns[kind])}`.as('name')
  const row = await db.selectFrom(kind).select(name).where('id', '=', id).executeTakeFirst()
  return row?.name ?? id
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

/** When an own entry was taken off, if that was after `at`. */
export function findArchived(db: Db, { kind, id, ownerId, at }: Archiving): Promise<{ archived_at: number | null } | undefined> {
  return db
    .selectFrom(kind)
    .select('archived_at')
    .where('id', '=', id)
    .where(isTheirs(ownerId))
    .where('archived_at', '>', at)
    .executeTakeFirst()
}

export async function unarchive(db: Db, { kind, id }: { kind: Kind; id: string }): Promise<void> {
  await db.updateTable(kind).set({ archived_at: null }).where('id', '=', id).execute()
}

/** A brand's coffees go and come back with it: those that carry the same moment. */
export async function archiveCoffeesOf(db: Db, { brandId, at }: { brandId: string; at: number }): Promise<void> {
  await db.updateTable('coffees').set({ archived_at: at }).where('brand_id', '=', brandId).where('archived_at', 'is', null).execute()
}

export async function unarchiveCoffeesOf(db: Db, { brandId, at }: { brandId: string; at: number }): Promise<void> {
  await db.updateTable('coffees').set({ archived_at: null }).where('brand_id', '=', brandId).where('archived_at', '=', at).execute()
}
