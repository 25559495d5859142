import { Problem } from '#contract/errors.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { auditEntry } from './manage.ts'
import type { Manage } from './manage.ts'
import {
  archive,
  archiveCoffeesOf,
  findArchived,
  hasLiveBrand,
  unarchive,
  unarchiveCoffeesOf,
} from './queries.ts'
import type { Kind } from './queries.ts'

/** How long a deleted entry can be restored, in milliseconds. */
export const RESTORE_MS = 30 * 24 * 60 * 60 * 1000

type Entry = { kind: Kind; id: string }

/** Takes an entry off the shop, a brand with its coffees. It stays in the books, where orders refer to it. */
export async function archiveEntry(
  { database }: Manage,
  caller: Caller,
  { kind, id }: Entry,
): Promise<{ acknowledged: true; deletedCount: number } | Problem> {
  const at = now()
  return database.write(async ({ tx, publish }) => {
    const row = await archive(tx, { kind, id, at })
    if (!row) return new Problem('not-found')
    if (kind === 'brands') await archiveCoffeesOf(tx, { brandId: id, at })
    await auditEntry(tx, caller, { action: `deleted from ${kind}`, subject: row.name, ownerId: row.owner_id })
    publish({ type: 'catalogue-changed' })
    return { acknowledged: true, deletedCount: 1 } as const
  })
}

/** Puts an entry back that was deleted in the last 30 days; a coffee only if its brand is in the shop. */
export async function restoreEntry(
  { database }: Manage,
  caller: Caller,
  { kind, id }: Entry,
): Promise<{ acknowledged: true; modifiedCount: number } | Problem> {
  return database.write(async ({ tx, publish }) => {
    const row = await findArchived(tx, { kind, id, at: now() - RESTORE_MS })
    if (!row?.archived_at) return new Problem('not-found')
    if (kind === 'coffees' && !(await hasLiveBrand(tx, id))) return new Problem('brand-removed')
    await unarchive(tx, { kind, id })
    if (kind === 'brands') await unarchiveCoffeesOf(tx, { brandId: id, at: row.archived_at })
    await auditEntry(tx, caller, { action: `restored to ${kind}`, subject: row.name, ownerId: row.owner_id })
    publish({ type: 'catalogue-changed' })
    return { acknowledged: true, modifiedCount: 1 } as const
  })
}
