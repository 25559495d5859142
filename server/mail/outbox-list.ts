import type { Mail } from '#contract/mail.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { OutboxRow } from '#server/tables.ts'
import { listMails, queueAgain } from './queries.ts'

/** Returns a page of the shop's mails, newest first. */
export async function listOutbox(
  { read }: ShopDatabase,
  page: { before: string | null; limit: number },
): Promise<Mail[]> {
  return (await listMails(read, page)).map(presentMail)
}

/** Queues a failed mail again, with all its tries. Returns false if no failed mail has this id. */
export function retryMail(database: ShopDatabase, caller: Caller, id: string): Promise<boolean> {
  return database.write(async ({ tx, publish }) => {
    const mail = await queueAgain(tx, { id, at: now() })
    if (!mail) return false
    await writeAudit(tx, caller, { action: 'retried mail', subject: mail.subject })
    publish({ type: 'mail-changed' })
    return true
  })
}

function presentMail(row: OutboxRow): Mail {
  const { id, reply_to, subject, status, tries, error, created_at, sent_at } = row
  return {
    _id: id,
    replyTo: reply_to,
    subject,
    status,
    tries,
    createdAt: created_at,
    ...(error && { error }),
    ...(sent_at && { sentAt: sent_at }),
  }
}
