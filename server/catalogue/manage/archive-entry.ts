import { Problem } from '#contract/errors.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { mailWatchers } from '#server/stock/watch-product.ts'
import {
  archive,
  archiveCoffeesOf,
  auditEntry,
  findArchived,
  hasLiveBrand,
  unarchive,
  unarchiveCoffeesOf,
} from './queries.ts'
import type { EntryKind } from './queries.ts'
import { indexProducts } from '../search/product-words.ts'

/** The time in milliseconds during which a deleted brand, coffee or packet can be restored: 30 days. */
const RESTORE_MS = 30 * 24 * 60 * 60 * 1000

type Entry = { kind: EntryKind; id: string }

/**
 * Removes a brand, coffee or packet from the shop. A brand is removed together with its coffees. The rows stay in the
 * database, marked as archived, because orders refer to them.
 */
export async function archiveEntry(
  database: ShopDatabase,
  caller: Caller,
  { kind, id }: Entry,
): Promise<{ acknowledged: true; deletedCount: number } | Problem> {
  const at = now()
  return database.write(async ({ tx, publish }) => {
    const row = await archive(tx, { kind, id, at })
    if (!row) return new Problem('not-found')
    if (kind === 'brand') await archiveCoffeesOf(tx, { brandId: id, at })
    await indexProducts(tx, { column: kind === 'brand' ? 'brand_id' : 'id', values: [id] })
    const action = `deleted from ${kind}s`
    await auditEntry(tx, caller, { action, subject: row.name, ownerId: row.owner_id })
    publish({ type: 'catalogue-changed' })
    return { acknowledged: true, deletedCount: 1 } as const
  })
}

/**
 * Restores a brand, coffee or packet that was deleted in the last 30 days. Returns a problem for a coffee whose brand
 * is deleted.
 */
export async function restoreEntry(
  database: ShopDatabase,
  caller: Caller,
  { kind, id }: Entry,
): Promise<{ acknowledged: true; modifiedCount: number } | Problem> {
  return database.write(async ({ tx, publish }) => {
    const row = await findArchived(tx, { kind, id, at: now() - RESTORE_MS })
    if (!row?.archived_at) return new Problem('not-found')
    if (kind === 'coffee' && !(await hasLiveBrand(tx, id))) return new Problem('brand-removed')
    await unarchive(tx, { kind, id })
    if (kind === 'brand') await unarchiveCoffeesOf(tx, { brandId: id, at: row.archived_at })
    const restored = kind === 'brand' ? 'brand_id' : 'id'
    for (const product of await tx.selectFrom('products').select('id').where(restored, '=', id).execute())
      await mailWatchers(tx, { productId: product.id })
    await indexProducts(tx, { column: restored, values: [id] })
    const action = `restored to ${kind}s`
    await auditEntry(tx, caller, { action, subject: row.name, ownerId: row.owner_id })
    publish({ type: 'catalogue-changed' })
    return { acknowledged: true, modifiedCount: 1 } as const
  })
}
