import { sql } from 'kysely'
import type { Db } from '#server/shop-database.ts'

/**
 * Deletes all messages that were sent with the contact form under this email address, which is in lower case.
 */
export async function deleteMessagesFrom(tx: Db, email: string): Promise<void> {
  await tx
    .deleteFrom('messages')
    .where(sql`lower(email)`, '=', email)
    .execute()
}

/** Gives all messages from a person's former address the new one, by which they are found for the export and the deletion. */
export async function moveMessages(tx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ email: to })
    .where(sql`lower(email)`, '=', from)
    .execute()
}
