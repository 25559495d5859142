import type { MailTemplate } from '#contract/values/mails.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import { insertMails } from './queries.ts'

/** What a template is rendered from once the mail is sent, as it is stored in the outbox. */
export type MailData =
  | { template: 'password-reset'; name: string; token: string; expiresAt: number }
  | { template: 'order-confirmation' | 'new-order'; orderId: string }

/** Templates whose data lets a reader of the database act as the recipient. */
const SECRET: ReadonlySet<MailTemplate | null> = new Set<MailTemplate>(['password-reset'])

/** Whether the data of a template is deleted from the outbox as soon as it is no longer needed. */
export function isSecret(template: MailTemplate | null): boolean {
  return SECRET.has(template)
}

/**
 * A mail to be sent. `recipient` and `replyTo` are addresses, or null for the shop's owner. The content is a text, or
 * data that is rendered when the mail is sent.
 */
export type NewMail = { recipient: string | null; replyTo: string | null; subject: string } & (
  | { text: string }
  | { data: MailData }
)

/**
 * Adds mails to the outbox in the caller's transaction: they are sent if, and only if, that transaction commits.
 */
export async function queueMails(tx: Db, mails: NewMail[]): Promise<void> {
  const at = now()
  const rows = mails.map((mail) => ({
    id: newId(),
    recipient: mail.recipient,
    reply_to: mail.replyTo ?? '',
    subject: oneLine(mail.subject),
    ...contentOf(mail),
    status: 'waiting' as const,
    tries: 0,
    next_try_at: at,
    error: null,
    created_at: at,
    sent_at: null,
  }))
  await insertMails(tx, rows)
}

function contentOf(mail: NewMail) {
  if ('text' in mail) return { body: mail.text, template: null, data: null }
  const { template, ...data } = mail.data
  return { body: '', template, data: JSON.stringify(data) }
}

/** A line break in a subject would let the text after it pass for another header. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
