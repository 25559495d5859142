import type { Db } from '#server/shop-database.ts'
import { isOfKind, tableOf } from './entry-kind.ts'
import type { EntryKind } from './entry-kind.ts'

/** Takes the lock for moving entries. Other transactions wait here until this transaction has ended. */
export async function lockOrder(tx: Db, at: number): Promise<void> {
  await tx.updateTable('locks').set({ taken_at: at }).where('name', '=', 'order of entries').execute()
}

/** The place of an entry. `brand_id` is that of a coffee, and null for all others. */
type Placed = { name: string; owner_id: string; position: number; brand_id: string | null }

/** Finds a brand, coffee or packet that is not deleted. */
export async function findPlaced(
  db: Db,
  { kind, id }: { kind: EntryKind; id: string },
): Promise<Placed | undefined> {
  if (kind !== 'brand')
    return db
      .selectFrom('products')
      .select(['name', 'owner_id', 'position', 'brand_id'])
      .where('id', '=', id)
      .where('kind', '=', kind)
      .where('archived_at', 'is', null)
      .executeTakeFirst()
  const brand = await db
    .selectFrom('brands')
    .select(['name', 'owner_id', 'position'])
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return brand && { ...brand, brand_id: null }
}

/** Lists all brands, all packets, or all coffees of a brand, in the order in which customers see them. */
export function listSiblings(
  db: Db,
  { kind, brandId }: { kind: EntryKind; brandId: string | null },
): Promise<{ id: string; position: number }[]> {
  if (kind === 'coffee')
    return db
      .selectFrom('products')
      .select(['id', 'position'])
      .where('brand_id', '=', brandId)
      .where('archived_at', 'is', null)
      .orderBy('position')
      .orderBy('id')
      .execute()
  return db
    .selectFrom(tableOf(kind))
    .select(['id', 'position'])
    .where('archived_at', 'is', null)
    .where(isOfKind(kind))
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export async function setPosition(
  tx: Db,
  { kind, id, position }: { kind: EntryKind; id: string; position: number },
): Promise<void> {
  await tx.updateTable(tableOf(kind)).set({ position }).where('id', '=', id).execute()
}
