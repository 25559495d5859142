import { writeAudit } from '#server/audit/write-audit.ts'
import type { Change } from '#server/audit/write-audit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db } from '#server/shop-database.ts'
import { findOwners } from './list-queries.ts'

/**
 * Records in the audit log that the caller changed a brand, coffee or packet. If another user owns it, the record
 * contains the owner's email address.
 */
export async function auditEntry(
  tx: Db,
  caller: Caller,
  { ownerId, detail, ...change }: Change & { ownerId: string },
): Promise<void> {
  const owner = ownerId === caller.userId ? undefined : (await findOwners(tx, [ownerId])).get(ownerId)
  const parts = [detail, owner && `owned by ${owner.email}`].filter(Boolean)
  await writeAudit(tx, caller, { ...change, detail: parts.join(', ') })
}
