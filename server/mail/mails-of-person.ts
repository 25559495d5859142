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

/** An order, and the email address of its customer. */
type OrderOfCustomer = { orderId: string; email: string }

/** Deletes the mails about an order to its customer, and those to the shop's owner that name the customer. */
export async function deleteMailsAbout(tx: Db, { orderId, email }: OrderOfCustomer): Promise<void> {
  const about = `%"orderId":"${orderId}"%`
  await tx.deleteFrom('outbox').where('recipient', '=', email).where('data', 'like', about).execute()
  await tx
    .deleteFrom('outbox')
    .where('reply_to', '=', email)
    .where('reply_to', '<>', sql.lit(''))
    .where('data', 'like', about)
    .execute()
}

/**
 * Gives all mails to a person's former address the new one. They are found by the address, for the export of the person's
 * data and for its deletion. Mails that wait to be sent go to the new address.
 */
export async function moveMails(tx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.updateTable('outbox').set({ recipient: to }).where('recipient', '=', from).execute()
}
