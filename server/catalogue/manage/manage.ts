import type { Kysely } from 'kysely'
import { Problem } from '#contract/errors.ts'
import { toCents } from '#contract/values/money.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Deed } from '#server/audit/write-audit.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { findUsablePicture } from '#server/media/use-picture.ts'
import type { Tables } from '#server/tables.ts'
import { findOwners } from './queries.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

/** What the sellers' actions stand on. */
export type Manage = { database: ShopDatabase }

/** What every new entry has. */
export function newEntry(ownerId: string): {
  id: string
  owner_id: string
  created_at: number
  archived_at: null
} {
  return { id: newId(), owner_id: ownerId, created_at: now(), archived_at: null }
}

/** Returns a typed price as integer cents, or the problem that names the field. */
export function centsOf(price: string, field: string): number | Problem {
  const cents = toCents(price)
  return cents ?? wrong(field, 'must be an amount with at most two decimals, such as 12.50')
}

/** Lets the catalogue show a picture of the shop's own store. Returns the problem with any other address, or null. */
export async function takePicture(
  tx: Kysely<Tables>,
  address: string,
  field: string,
): Promise<Problem | null> {
  return (await findUsablePicture(tx, address)) ? null : wrong(field, 'Please Add A Photo')
}

/** Writes the change of an entry to the audit log, with the owner's address if the entry is not the caller's own. */
export async function auditEntry(
  tx: Kysely<Tables>,
  caller: Caller,
  { ownerId, detail, ...deed }: Deed & { ownerId: string },
): Promise<void> {
  const owner = ownerId === caller.userId ? undefined : (await findOwners(tx, [ownerId])).get(ownerId)
  const parts = [detail, owner && `owned by ${owner.email}`].filter(Boolean)
  await writeAudit(tx, caller, { ...deed, detail: parts.join(', ') })
}

export function wrong(field: string, message: string): Problem {
  return new Problem('invalid-input', { errors: [{ field, message }] })
}
