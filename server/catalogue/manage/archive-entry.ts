import { Problem } from '#contract/errors.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Manage } from './manage.ts'
import { archiveCoffeesOf, archiveOwn, findArchived, findName, hasLiveBrand, unarchive, unarchiveCoffeesOf } from './queries.ts'
import type { Kind } from './queries.ts'

/** How long taking something off the shop can be undone, in milliseconds. */
const UNDO_MS = 10 * 60 * 1000

type Entry = { kind: Kind; id: string }

/** Takes an own entry off the shop, a brand with its coffees. It stays in the books, where orders refer to it. */
export async function archiveEntry({ database }: Manage, caller: Caller, { kind, id }: Entry): Promise<{ acknowledged: true; deletedCount: number } | Problem> {
  const at = now()
  const gone = await database.write(async ({ tx, changed }) => {
    const row = await archiveOwn(tx, { kind, id, ownerId: caller.userId, at })
    if (!row) return false
    if (kind === 'brands') await archiveCoffeesOf(tx, { brandId: id, at })
    await writeAudit(tx, caller, { action: `deleted from ${kind}`, subject: await findName(tx, { kind, id }) })
    changed({ topic: 'catalogue' })
    return true
  })
  return gone ? { acknowledged: true, deletedCount: 1 } : new Problem('not-found')
}

/** Puts an own entry back that was taken off in the last ten minutes; a coffee only where its brand is. */
export async function restoreEntry({ database }: Manage, caller: Caller, { kind, id }: Entry): Promise<{ acknowledged: true; modifiedCount: number } | Problem> {
  return database.write(async ({ tx, changed }) => {
    const row = await findArchived(tx, { kind, id, ownerId: caller.userId, at: now() - UNDO_MS })
    if (!row?.archived_at) return new Problem('not-found')
    if (kind === 'coffees' && !(await hasLiveBrand(tx, id))) return new Problem('brand-removed')
    await unarchive(tx, { kind, id })
    if (kind === 'brands') await unarchiveCoffeesOf(tx, { brandId: id, at: row.archived_at })
    await writeAudit(tx, caller, { action: `restored to ${kind}`, subject: await findName(tx, { kind, id }) })
    changed({ topic: 'catalogue' })
    return { acknowledged: true, modifiedCount: 1 } as const
  })
}
