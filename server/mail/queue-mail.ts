import { newId, now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import { insertMail } from './queries.ts'
import type { MailContent } from './templates.ts'

/**
 * Adds a mail to the outbox in the caller's transaction, so that it is sent only if the transaction commits.
 * `recipient` is an address, or null for the shop's owner.
 */
export async function queueMail(
  tx: Db,
  { recipient, content }: { recipient: string | null; content: MailContent },
): Promise<void> {
  const at = now()
  await insertMail(tx, {
    id: newId(),
    recipient,
    reply_to: content.replyTo,
    subject: content.subject,
    body: content.text,
    status: 'waiting',
    tries: 0,
    next_try_at: at,
    error: null,
    created_at: at,
    sent_at: null,
  })
}
