import { newId, now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db } from '#server/shop-database.ts'

/**
 * A change, described as text. `subject` names what was changed, such as a brand, a user or an order line. `detail`
 * contains further information, such as the states before and after the change.
 */
export type Change = { action: string; subject: string; detail?: string }

/** The action of correcting the address of an order. Its detail begins with the email address that the order had before. */
export const ADDRESS_CORRECTED = 'corrected order'

/**
 * Adds a change to the audit log, in the same transaction as the change itself. Neither is therefore stored without
 * the other.
 */
export async function writeAudit(
  tx: Db,
  caller: Caller,
  { action, subject, detail = '' }: Change,
): Promise<void> {
  const entry = { id: newId(), at: now(), user_id: caller.userId, who: caller.email, action, subject, detail }
  await tx.insertInto('audit').values(entry).execute()
}
