import type { Mail, Message } from '#contract/dashboard.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { now } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { MessageRow, OutboxRow, Tables } from '#server/tables.ts'
import { listMails, listMessages, waitAgain } from './queries.ts'

type Page = { before: string | null; limit: number }

/** Messages from the contact form, newest first. */
export async function listInbox({ read }: Database<Tables>, page: Page): Promise<Message[]> {
  return (await listMessages(read, page)).map(presentMessage)
}

/** Mails of the shop, newest first. */
export async function listOutbox({ read }: Database<Tables>, page: Page): Promise<Mail[]> {
  return (await listMails(read, page)).map(presentMail)
}

/** Lets a mail that was given up be tried again at once. False when there is none. */
export async function retryMail(database: Database<Tables>, caller: Caller, id: string): Promise<boolean> {
  const again = await database.write(async ({ tx }) => {
    const mail = await waitAgain(tx, { id, at: now() })
    if (mail) await writeAudit(tx, caller, { action: 'retried mail', subject: mail.subject })
    return mail !== undefined
  })
  if (again) database.announce('messages')
  return again
}

function presentMessage({ id, name, email, message, created_at }: MessageRow): Message {
  return { _id: id, name, email, message, receivedAt: created_at }
}

function presentMail(row: OutboxRow): Mail {
  const { id, reply_to, subject, status, tries, error, created_at, sent_at } = row
  return { _id: id, replyTo: reply_to, subject, status, tries, createdAt: created_at, ...(error && { error }), ...(sent_at && { sentAt: sent_at }) }
}
