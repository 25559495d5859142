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
