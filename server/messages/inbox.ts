import type { Mail } from '#contract/mail.ts'
import type { Message } from '#contract/messages.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { MessageRow, OutboxRow } from '#server/tables.ts'
import { listMails, listMessages, waitAgain } from './queries.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

type Page = { before: string | null; limit: number }

/** Messages from the contact form, newest first. */
export async function listInbox({ read }: ShopDatabase, page: Page): Promise<Message[]> {
  return (await listMessages(read, page)).map(presentMessage)
}

/** Mails of the shop, newest first. */
export async function listOutbox({ read }: ShopDatabase, page: Page): Promise<Mail[]> {
  return (await listMails(read, page)).map(presentMail)
}

/** Lets a mail that was given up be tried again at once. False when there is none. */
export function retryMail(database: ShopDatabase, caller: Caller, id: string): Promise<boolean> {
  return database.write(async ({ tx, publish }) => {
    const mail = await waitAgain(tx, { id, at: now() })
    if (!mail) return false
    await writeAudit(tx, caller, { action: 'retried mail', subject: mail.subject })
    publish({ type: 'mail-changed' })
    return true
  })
}

function presentMessage({ id, name, email, message, created_at }: MessageRow): Message {
  return { _id: id, name, email, message, receivedAt: created_at }
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
