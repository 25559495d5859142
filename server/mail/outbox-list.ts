import type { Mail } from '#contract/mail.ts'
import type { NewestQuery } from '#contract/paging.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { List } from '#server/platform/tables/list.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { OutboxRow, Tables } from '#server/tables.ts'
import { queueAgain } from './queries.ts'

/** The list of all mails, whether they are waiting, sent or failed. */
export const outbox = new List<Tables, 'outbox', OutboxRow, NewestQuery>({
  rows: (db) => db.selectFrom('outbox').selectAll(),
  sorts: {},
  filters: [],
})

/**
 * Queues a failed mail again with its number of tries set to 0. Returns false if there is no failed mail with this id,
 * or if its content was deleted.
 */
export function retryMail(database: ShopDatabase, caller: Caller, id: string): Promise<boolean> {
  return database.write(async ({ tx, publish }) => {
    const mail = await queueAgain(tx, id)
    if (!mail) return false
    await writeAudit(tx, caller, { action: 'retried mail', subject: mail.subject })
    publish({ type: 'mail-changed' })
    return true
  })
}

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
