import { sql } from 'kysely'
import { firstIdAt, now } from '#server/platform/clock.ts'
import type { Mail } from '#contract/mail.ts'
import { MAX_ROWS } from '#contract/values/limits.ts'
import type { Db } from '#server/shop-database.ts'
import type { OutboxRow } from '#server/tables/mail-rows.ts'
import { queueMails } from './queue-mail.ts'
import type { MailData } from './queue-mail.ts'

/** Deletes all mails to a recipient, whether or not they were sent. */
export async function deleteMailsTo(tx: Db, email: string): Promise<void> {
  await tx.deleteFrom('outbox').where('recipient', '=', email).execute()
}

/**
 * Deletes the mails to people who watch a product (that it is back, and the link with which they asked) of a span of time, in
 * UTC milliseconds. Ids contain the time.
 */
export async function deleteWatchMails(tx: Db, { from, to }: { from: number; to: number }): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where('template', 'in', ['watch-link', 'back-in-stock'])
    .where('id', '>=', firstIdAt(from))
    .where('id', '<', firstIdAt(to))
    .execute()
}

/** Deletes the mails with the code of a gift that were not sent, because the code no longer works. */
export async function deleteGiftMails(tx: Db, orderId: string): Promise<void> {
  const about = tx.deleteFrom('outbox').where(orderOf, '=', orderId)
  await about.where('template', '=', 'gift').execute()
}

/** Deletes all mails to the shop's owner whose Reply-To address is this one. */
export async function deleteMailsFrom(tx: Db, email: string): Promise<void> {
  // The second condition is always true, but makes SQLite use the index on `reply_to`, which leaves out empty values.
  const replied = tx.deleteFrom('outbox').where('reply_to', '=', email)
  await replied.where('reply_to', '<>', sql.lit('')).execute()
}

/** The id of the order that a mail is about. Its data begins with it, and there is an index on this expression. */
const orderOf = sql<string | null>`substr(data, 13, 36)`

/** Lists the mails about an order, oldest first. That with the code of a gift is left out: a new code is mailed instead. */
export async function listMailsAbout(db: Db, orderId: string): Promise<Mail[]> {
  const rows = await db
    .selectFrom('outbox')
    .selectAll()
    .where(orderOf, '=', orderId)
    .where('template', '<>', 'gift')
    .orderBy('id')
    .limit(MAX_ROWS)
    .execute()
  return rows.map(presentMail)
}

const MINUTE_MS = 60_000

/** A mail about an order, and the address that the order has now. */
type Repeated = { id: string; orderId: string; email: string }

/**
 * Queues a mail about an order again: to this address if it was to the customer, or else to the shop. Returns its subject
 * and whether it was queued. A mail of which the same was queued within the last minute is not queued. Returns undefined
 * if there is no such mail. The transaction must have locked the order, so that two calls queue it once.
 */
export async function repeatMail(
  tx: Db,
  { id, orderId, email }: Repeated,
): Promise<{ subject: string; isQueued: boolean } | undefined> {
  const about = tx.selectFrom('outbox').selectAll().where(orderOf, '=', orderId)
  const mail = await about.where('id', '=', id).where('template', '<>', 'gift').executeTakeFirst()
  if (!mail?.template || mail.data === null) return undefined
  const { template, data, subject, recipient } = mail
  const same = await about
    .where('template', '=', template)
    .where('data', '=', data)
    .where('created_at', '>=', now() - MINUTE_MS)
    .limit(1)
    .executeTakeFirst()
  if (same) return { subject, isQueued: false }
  const isToShop = recipient === null
  await queueMails(tx, [
    {
      recipient: isToShop ? null : email,
      replyTo: isToShop ? email : null,
      subject,
      // The cast is safe: `queueMails` has written this JSON from an object of the same type.
      data: { template, ...JSON.parse(data) } as MailData,
    },
  ])
  return { subject, isQueued: true }
}

/** Deletes the mails about an order, to any recipient. */
export async function deleteMailsAbout(tx: Db, orderId: string): Promise<void> {
  await tx.deleteFrom('outbox').where(orderOf, '=', orderId).execute()
}

/**
 * Gives the mails about an order that were not sent, also those that were given up, to or from a customer the customer's new
 * address.
 */
export async function moveUnsentMails(
  tx: Db,
  { orderId, from, to }: { orderId: string; from: string; to: string },
): Promise<void> {
  for (const column of ['recipient', 'reply_to'] as const)
    await tx
      .updateTable('outbox')
      .set({ [column]: to })
      .where(orderOf, '=', orderId)
      .where(column, '=', from)
      .where('status', 'in', ['waiting', 'failed'])
      .execute()
}

/**
 * Gives all mails to and from a person's former address the new one. They are found by the address, for the export of the person's
 * data and for its deletion. Mails that wait to be sent go to the new address.
 */
export async function moveMails(tx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  for (const column of ['recipient', 'reply_to'] as const)
    await tx
      .updateTable('outbox')
      .set({ [column]: to })
      .where(column, '=', from)
      // It is always true, but makes SQLite use the indexes, which leave out empty values.
      .where(column, '<>', sql.lit(''))
      .execute()
}

/** Returns a mail as the dashboard lists it. */
export function presentMail(row: OutboxRow): Mail {
  const { id, recipient, reply_to, subject, status, tries, error, created_at, sent_at, template, data } = row
  return {
    _id: id,
    replyTo: reply_to,
    subject,
    status,
    tries,
    createdAt: created_at,
    ...(recipient && { to: recipient }),
    ...(template && !data && { isFinal: true }),
    ...(error && { error }),
    ...(sent_at && { sentAt: sent_at }),
  }
}
