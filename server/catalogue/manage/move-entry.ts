import { Problem } from '#contract/errors.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { auditEntry } from './audit-entry.ts'
import type { EntryKind } from './entry-kind.ts'
import { findPlaced, listSiblings, lockOrder, setPosition } from './order-queries.ts'

/** `next` is the id of the entry before which the entry is placed, or null to place it last. */
type Move = { kind: EntryKind; id: string; next: string | null }

/**
 * Moves a brand among the brands, a packet among the packets, or a coffee among the coffees of its brand. Only the place
 * of this entry is sent, and not the whole list, so that the moves of two admins at the same moment are both kept.
 */
export function moveEntry(
  database: ShopDatabase,
  caller: Caller,
  { kind, id, next }: Move,
): Promise<true | Problem> {
  return database.write(async ({ tx, publish }) => {
    await lockOrder(tx, now())
    const entry = await findPlaced(tx, { kind, id })
    if (!entry) return new Problem('not-found')
    const before = await listSiblings(tx, { kind, brandId: entry.brand_id })
    const others = before.filter((sibling) => sibling.id !== id)
    const place = next === null ? others.length : others.findIndex((sibling) => sibling.id === next)
    if (place < 0) return new Problem('moved-meanwhile')
    const after = others.toSpliced(place, 0, { id, position: entry.position })
    if (after.every((sibling, at) => sibling.id === before[at]?.id)) return true as const
    for (const [position, sibling] of after.entries())
      if (sibling.position !== position) await setPosition(tx, { kind, id: sibling.id, position })
    await auditEntry(tx, caller, {
      action: `moved in ${kind}s`,
      subject: entry.name,
      ownerId: entry.owner_id,
    })
    publish({ type: 'catalogue-changed' })
    return true as const
  })
}
