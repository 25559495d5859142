import { sql } from 'kysely'
import type { Db } from '#server/shop-database.ts'

/** Deletes all mails to a recipient, whether or not they were sent. */
export async function deleteMailsTo(tx: Db, email: string): Promise<void> {
  await tx.deleteFrom('outbox').where('recipient', '=', email).execute()
}

/** Deletes all mails to the shop's owner that can be answered to this email address. */
export async function deleteMailsFrom(tx: Db, email: string): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where('reply_to', '=', email)
    // This condition is always true, but makes SQLite use the index on `reply_to`, which leaves out empty values.
    .where('reply_to', '<>', sql.lit(''))
    .execute()
}
