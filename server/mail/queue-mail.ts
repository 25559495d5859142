import { shownEmail } from '#contract/values/mails.ts'
import type {
  DisputeFacts,
  GiftMail,
  PlainLinkTemplate,
  PlainOrderTemplate,
  SubscriptionMail,
} from '#contract/values/mails.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import { DUE_AT_ONCE } from './queries.ts'

/** The data from which a mail is rendered when it is sent. It is stored in the outbox. */
export type MailData =
  | { template: PlainLinkTemplate; name: string; token: string; expiresAt: number }
  | { template: 'email-change-old'; name: string; newEmail: string; token: string; expiresAt: number }
  | { template: 'withdrawal-link'; name: string; number: number; token: string; expiresAt: number }
  | { template: 'watch-link'; name: string; product: string; page: string; token: string; expiresAt: number }
  | (SubscriptionMail & { token: string; expiresAt: number })
  | { template: 'subscription-code'; name: string; token: string; expiresAt: number }
  | ({ orderId: string } & GiftMail & { token: string })
  | { template: 'address-taken' }
  | { template: 'account-deleted'; name: string }
  | {
      template: 'order-confirmation' | 'new-order' | PlainOrderTemplate
      orderId: string
    }
  | ({ template: 'dispute-notice'; orderId: string } & DisputeFacts)
  | { template: 'order-note'; orderId: string; note: string }
  | { template: 'order-refunded'; orderId: string; amount: string; isByHand: boolean }
  | { template: 'back-in-stock'; name: string; product: string; page: string }
  | { template: 'debit-authorised' | 'debit-refused'; name: string; amount: string }
  | { template: 'late-refund'; name: string; amount: string }
  | { template: 'late-refund-notice'; name: string; email: string; amount: string }

/**
 * A mail to be sent. `recipient` and `replyTo` are email addresses, or null for the shop's owner. The content is
 * either `text`, or `data` from which the mail is rendered when it is sent.
 */
export type NewMail = { recipient: string | null; replyTo: string | null; subject: string } & (
  | { text: string }
  | { data: MailData }
)

/**
 * Adds mails to the outbox in the caller's transaction. The mails are sent only if that transaction commits. Those to a
 * customer without an email address are left out.
 */
export async function queueMails(tx: Db, mails: NewMail[]): Promise<void> {
  const at = now()
  const sent = mails.filter(({ recipient }) => recipient === null || shownEmail(recipient) !== '')
  if (sent.length === 0) return
  const rows = sent.map((mail) => ({
    id: newId(),
    recipient: mail.recipient,
    reply_to: mail.replyTo ?? '',
    subject: oneLine(mail.subject),
    ...contentOf(mail),
    status: 'waiting' as const,
    tries: 0,
    next_try_at: DUE_AT_ONCE,
    error: null,
    created_at: at,
    sent_at: null,
  }))
  await tx.insertInto('outbox').values(rows).execute()
}

/**
 * Returns whether a mail with this data to this recipient waits in the outbox, and will say what is true when it is sent. One
 * that was tried may be on its way, with what was true before.
 */
export async function isQueued(tx: Db, recipient: string, mail: MailData): Promise<boolean> {
  const { template, ...data } = mail
  const row = await tx
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', recipient)
    .where('status', '=', 'waiting')
    .where('tries', '=', 0)
    .where('template', '=', template)
    .where('data', '=', JSON.stringify(data))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function contentOf(mail: NewMail) {
  if ('text' in mail) return { body: mail.text, template: null, data: null }
  const { template, ...data } = mail.data
  return { body: '', template, data: JSON.stringify(data) }
}

/**
 * Removes line breaks from a subject. The text after a line break could otherwise be read as another header of the
 * mail.
 */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
