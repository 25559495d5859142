import type { Kysely } from 'kysely'
import { Problem } from '#contract/errors.ts'
import { toCents } from '#contract/money.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Deed } from '#server/audit/write-audit.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { Refused } from '#server/platform/database/refusing.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { findUsablePicture } from '#server/media/use-picture.ts'
import type { Tables } from '#server/tables.ts'
import { findOwners } from './queries.ts'

/** What the sellers' actions stand on. */
export type Manage = { database: Database<Tables> }

/** What every new entry has. */
export function newEntry(ownerId: string): { id: string; owner_id: string; created_at: number; archived_at: null } {
  return { id: newId(), owner_id: ownerId, created_at: now(), archived_at: null }
}

/** A typed price as integer cents; refuses anything else with the field named. */
export function centsOf(price: string, field: string): number {
  const cents = toCents(price)
  if (cents === null) throw new Refused(wrong(field, 'must be an amount with at most two decimals, such as 12.50'))
  return cents
}

/** Lets the catalogue show a picture of the shop's own store; refuses any other address. */
export async function takePicture(tx: Kysely<Tables>, address: string, field: string): Promise<void> {
  if (!(await findUsablePicture(tx, address))) throw new Refused(wrong(field, 'Please Add A Photo'))
}

/** Writes the change of an entry to the audit log, with the owner's address if the entry is not the caller's own. */
export async function auditEntry(tx: Kysely<Tables>, caller: Caller, { ownerId, detail, ...deed }: Deed & { ownerId: string }): Promise<void> {
  const owner = ownerId === caller.userId ? undefined : (await findOwners(tx, [ownerId])).get(ownerId)
  const parts = [detail, owner && `owned by ${owner.email}`].filter(Boolean)
  await writeAudit(tx, caller, { ...deed, detail: parts.join(', ') })
}

export function wrong(field: string, message: string): Problem {
  return new Problem('invalid-input', { errors: [{ field, message }] })
}
