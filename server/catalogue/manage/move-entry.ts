import { Problem } from '#contract/errors.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { auditEntry } from './audit-entry.ts'
import type { EntryKind } from './entry-kind.ts'
import { findPlaced, listSiblings, lockOrder, placeAt } from './position-queries.ts'

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
