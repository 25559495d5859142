import { sql } from 'kysely'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Change } from '#server/audit/write-audit.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db } from '#server/shop-database.ts'
import type { BrandRow, ProductRow } from '#server/tables/product-rows.ts'

/**
 * The kinds of catalogue entries: brands, coffees, and packets (bags of coffee that are sold under a category). Each
 * entry is owned by the admin who added it. A deleted entry stays in the database, marked as archived.
 */
export type EntryKind = 'brand' | 'coffee' | 'packet'

/**
 * Returns the name of the table with the entries of this kind. Coffees and packets are both stored in the table of
 * products.
 */
export function tableOf(kind: EntryKind): 'brands' | 'products' {
  return kind === 'brand' ? 'brands' : 'products'
}

/** Returns the SQL condition that selects the entries of this kind in the table `tableOf(kind)`. */
export function isOfKind(kind: EntryKind) {
  return kind === 'brand' ? sql<boolean>`TRUE` : sql<boolean>`kind = ${kind}`
}

/** Finds a coffee or a packet that is on sale. Without `kind` it may be either. */
export async function findLiveProduct(
  db: Db,
  { kind, id }: { kind?: ProductRow['kind']; id: string },
): Promise<ProductRow | undefined> {
  const row = await db
    .selectFrom('products')
    .selectAll()
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return kind === undefined || row?.kind === kind ? row : undefined
}

/**
 * Describes the brand to find for a coffee. `name` is the name of the brand. `currentId` is the id of the brand that
 * the coffee has now, or null. `ownerId` is the owner of the coffee.
 */
type BrandSought = { name: string; currentId: string | null; ownerId: string }

/**
 * Finds the brand with this name. If several brands have the name, the brand that the coffee has now is preferred,
 * then a brand of the coffee's owner, then the oldest brand. Deleted brands are not found.
 */
export async function findBrandNamed(
  db: Db,
  { name, currentId, ownerId }: BrandSought,
): Promise<BrandRow | undefined> {
  const named = db.selectFrom('brands').selectAll().where('name', '=', name).where('archived_at', 'is', null)
  const current = currentId ? await named.where('id', '=', currentId).executeTakeFirst() : undefined
  if (current) return current
  const rows = await named.orderBy('id').limit(50).execute()
  return rows.find((row) => row.owner_id === ownerId) ?? rows[0]
}

export async function updateBrand(
  db: Db,
  { id, ...values }: Partial<BrandRow> & { id: string },
): Promise<void> {
  await db
    .updateTable('brands')
    .set({ ...values, changed_at: now() })
    .where('id', '=', id)
    .execute()
}

export async function updateProduct(
  db: Db,
  { id, ...values }: Partial<ProductRow> & { id: string },
): Promise<void> {
  await db
    .updateTable('products')
    .set({ ...values, changed_at: now() })
    .where('id', '=', id)
    .execute()
}

/** A brand, coffee or packet, identified by its kind and id, and a time `at` in UTC milliseconds. */
type EntryAt = { kind: EntryKind; id: string; at: number }

/** The columns of a brand, coffee or packet that are needed for its record in the audit log. */
type AuditedEntry = Pick<BrandRow, 'name' | 'owner_id'>

/**
 * Marks a brand, coffee or packet as deleted at the time `at`. Returns undefined if it does not exist or is already
 * deleted.
 */
export function archive(db: Db, { kind, id, at }: EntryAt): Promise<AuditedEntry | undefined> {
  return db
    .updateTable(tableOf(kind))
    .set({ archived_at: at })
    .where('id', '=', id)
    .where(isOfKind(kind))
    .where('archived_at', 'is', null)
    .returning(['owner_id', 'name'])
    .executeTakeFirst()
}

/** Finds a brand, coffee or packet that was deleted after the time `at`. */
export function findArchived(
  db: Db,
  { kind, id, at }: EntryAt,
): Promise<(AuditedEntry & Pick<BrandRow, 'archived_at'>) | undefined> {
  return db
    .selectFrom(tableOf(kind))
    .select(['owner_id', 'name', 'archived_at'])
    .where('id', '=', id)
    .where(isOfKind(kind))
    .where('archived_at', '>', at)
    .executeTakeFirst()
}

export async function unarchive(db: Db, { kind, id }: Omit<EntryAt, 'at'>): Promise<void> {
  const restored = { archived_at: null, changed_at: now() }
  await db.updateTable(tableOf(kind)).set(restored).where('id', '=', id).execute()
}

/** Returns whether the coffee has a brand that is not deleted. */
export async function hasLiveBrand(db: Db, coffeeId: string): Promise<boolean> {
  const row = await db
    .selectFrom('products')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .select('brands.id')
    .where('products.id', '=', coffeeId)
    .where('brands.archived_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Marks the coffees of a brand as deleted at the same time as the brand. The equal time shows later that they were
 * deleted together with the brand.
 */
export async function archiveCoffeesOf(
  db: Db,
  { brandId, at }: { brandId: string; at: number },
): Promise<void> {
  await db
    .updateTable('products')
    .set({ archived_at: at })
    .where('brand_id', '=', brandId)
    .where('archived_at', 'is', null)
    .execute()
}

/** Restores the coffees that were deleted together with their brand at the time `at`. */
export async function unarchiveCoffeesOf(
  db: Db,
  { brandId, at }: { brandId: string; at: number },
): Promise<void> {
  await db
    .updateTable('products')
    .set({ archived_at: null, changed_at: now() })
    .where('brand_id', '=', brandId)
    .where('archived_at', '=', at)
    .execute()
}

/**
 * Records in the audit log that the caller changed a brand, coffee or packet. If another user owns it, the record
 * contains the owner's email address.
 */
export async function auditEntry(
  tx: Db,
  caller: Caller,
  { ownerId, detail, ...change }: Change & { ownerId: string },
): Promise<void> {
  const owner =
    ownerId === caller.userId
      ? undefined
      : await tx.selectFrom('users').select('email').where('id', '=', ownerId).executeTakeFirst()
  const parts = [detail, owner && `owned by ${owner.email}`].filter(Boolean)
  await writeAudit(tx, caller, { ...change, detail: parts.join(', ') })
}
