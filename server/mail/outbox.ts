import { sql } from 'kysely'
import type { ExpressionBuilder } from 'kysely'
import { firstIdAt, now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { Tables } from '#server/tables.ts'

/** Deletes all mails to a recipient, whether or not they were sent. */
export async function deleteMailsTo(tx: Db, email: string): Promise<void> {
  await tx.deleteFrom('outbox').where('recipient', '=', email).execute()
}

/**
 * Deletes the mails about products that are back, and those with a link to ask for them, that were written in this span of
 * time, in UTC milliseconds. Ids contain the time.
 */
export async function deleteWatchMails(tx: Db, { from, to }: { from: number; to: number }): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where('template', 'in', ['watch-link', 'back-in-stock'])
    .where('id', '>=', firstIdAt(from))
    .where('id', '<', firstIdAt(to))
    .execute()
}

/** Deletes all mails to the shop's owner whose Reply-To address is this one. */
export async function deleteMailsFrom(tx: Db, email: string): Promise<void> {
  await tx.deleteFrom('outbox').where(repliesTo(email)).execute()
}

/** The id of the order that a mail is about. Its data begins with it, and there is an index on this expression. */
const orderOf = sql<string | null>`substr(data, 13, 36)`

/** Deletes the mails about an order, to any recipient. */
export async function deleteMailsAbout(tx: Db, orderId: string): Promise<void> {
  await tx.deleteFrom('outbox').where(orderOf, '=', orderId).execute()
}

/** Gives the mails about an order that wait to be sent another recipient. */
export async function moveWaitingMails(
  tx: Db,
  { orderId, from, to }: { orderId: string; from: string; to: string },
): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ recipient: to })
    .where(orderOf, '=', orderId)
    .where('recipient', '=', from)
    .where('status', '=', 'waiting')
    .execute()
}

function repliesTo(email: string) {
  return ({ and, eb }: ExpressionBuilder<Tables, 'outbox'>) =>
    // The second condition is always true, but makes SQLite use the index on `reply_to`, which leaves out empty values.
    and([eb('reply_to', '=', email), eb('reply_to', '<>', sql.lit(''))])
}

/**
 * Gives all mails to a person's former address the new one. They are found by the address, for the export of the person's
 * data and for its deletion. Mails that wait to be sent go to the new address.
 */
export async function moveMails(tx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.updateTable('outbox').set({ recipient: to }).where('recipient', '=', from).execute()
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Returns how many mails wait to be sent, and how many mails of the last 24 hours were given up. */
export async function countMails(db: Db): Promise<{ waiting: number; failed: number }> {
  const mails = db.selectFrom('outbox').select(({ fn }) => fn.countAll<number>().as('mails'))
  const waiting = await mails.where('status', '=', 'waiting').executeTakeFirstOrThrow()
  const failed = await mails
    .where('status', '=', 'failed')
    .where('id', '>=', firstIdAt(now() - DAY_MS))
    .executeTakeFirstOrThrow()
  return { waiting: waiting.mails, failed: failed.mails }
}
