import { sql } from 'kysely'
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

/** All brands, all packets, or all coffees of a brand. `brandId` is null for brands and packets. */
type Siblings = { kind: EntryKind; brandId: string | null }

/** Lists siblings in the order in which customers see them. */
export function listSiblings(db: Db, siblings: Siblings): Promise<{ id: string }[]> {
  return siblingsOf(db, siblings).select('id').orderBy('position').orderBy('id').execute()
}

function siblingsOf(db: Db, { kind, brandId }: Siblings) {
  const query = db.selectFrom(tableOf(kind)).where('archived_at', 'is', null).where(isOfKind(kind))
  return kind === 'coffee' ? query.where(sql<boolean>`brand_id = ${brandId}`) : query
}

/**
 * Gives an entry the position `place`, and numbers its siblings from 0 in their order, without this number. There may be
 * very many siblings, so all of them are numbered in one statement.
 */
export async function placeAt(
  tx: Db,
  siblings: Siblings,
  { id, place }: { id: string; place: number },
): Promise<void> {
  const count = sql<number>`row_number() OVER (ORDER BY position, id)`
  const position = sql<number>`CASE WHEN ${count} > ${place} THEN ${count} ELSE ${count} - 1 END`
  const placed = siblingsOf(tx, siblings)
    .where('id', '<>', id)
    .select(['id', position.as('place')])
  const table = sql.table(tableOf(siblings.kind))
  await sql`
    UPDATE ${table} SET position = placed.place FROM (${placed}) AS placed
    WHERE ${table}.id = placed.id AND ${table}.position <> placed.place
  `.execute(tx)
  await tx.updateTable(tableOf(siblings.kind)).set({ position: place }).where('id', '=', id).execute()
}
