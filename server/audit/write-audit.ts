import type { Kysely } from 'kysely'
import { newId, now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Tables } from '#server/tables.ts'
import { insertEntry } from './queries.ts'

/** What somebody did, to what, in words; `detail` says how it was before or is now. */
export type Deed = { action: string; subject: string; detail?: string }

/** Notes in the audit log who did what; in the transaction of the change, so that neither is there without the other. */
export async function writeAudit(
  tx: Kysely<Tables>,
  caller: Caller,
  { action, subject, detail = '' }: Deed,
): Promise<void> {
  const entry = { id: newId(), at: now(), user_id: caller.userId, who: caller.email, action, subject, detail }
  await insertEntry(tx, entry)
}
