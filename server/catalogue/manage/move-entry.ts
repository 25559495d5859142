import { sql } from 'kysely'
import { Problem } from '#contract/errors.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { auditEntry, isOfKind, tableOf } from './queries.ts'
import type { EntryKind } from './queries.ts'

/** `previous` is the id of the entry after which the entry is placed, or null to place it first. */
type Move = { kind: EntryKind; id: string; previous: string | null }

/**
 * Moves a brand among the brands, a packet among the packets, or a coffee among the coffees of its brand. Only the place
 * of this entry is sent, and not the whole list, so that the moves of two admins at the same moment are both kept.
 */
export function moveEntry(
  database: ShopDatabase,
  caller: Caller,
  { kind, id, previous }: Move,
): Promise<true | Problem> {
  return database.write(async ({ tx, publish }) => {
    await lockOrder(tx, now())
    const entry = await findPlaced(tx, { kind, id })
    if (!entry) return new Problem('not-found')
    const list = { kind, brandId: entry.brand_id }
    const before = await listSiblings(tx, list)
    const others = before.filter((sibling) => sibling.id !== id)
    const after = others.findIndex((sibling) => sibling.id === previous)
    if (previous !== null && after < 0) return new Problem('state-conflict')
    const place = after + 1
    if (before[place]?.id === id) return true as const
    await placeAt(tx, list, { id, place })
    await auditEntry(tx, caller, {
      action: `moved in ${kind}s`,
      subject: entry.name,
      ownerId: entry.owner_id,
    })
    publish({ type: 'catalogue-changed' })
    return true as const
  })
}

/** Takes the lock for moving entries. Other transactions wait here until this transaction has ended. */
async function lockOrder(tx: Db, at: number): Promise<void> {
  await tx.updateTable('locks').set({ taken_at: at }).where('name', '=', 'order of entries').execute()
}

/** Finds a brand, coffee or packet that is not deleted. `brand_id` is that of a coffee, and null for all others. */
function findPlaced(db: Db, { kind, id }: Pick<Move, 'kind' | 'id'>) {
  const brandId = kind === 'brand' ? sql<null>`NULL` : sql<string | null>`brand_id`
  return db
    .selectFrom(tableOf(kind))
    .select(['name', 'owner_id', brandId.as('brand_id')])
    .where('id', '=', id)
    .where(isOfKind(kind))
    .where('archived_at', 'is', null)
    .executeTakeFirst()
}

/** All brands, all packets, or all coffees of a brand. `brandId` is null for brands and packets. */
type Siblings = { kind: EntryKind; brandId: string | null }

/** Lists siblings in the order in which customers see them. */
function listSiblings(db: Db, siblings: Siblings): Promise<{ id: string }[]> {
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
async function placeAt(
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
