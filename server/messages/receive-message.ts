import { isNewEmail, MESSAGE_LENGTH } from '#contract/values/limits.ts'
import { queueMails } from '#server/mail/queue-mail.ts'
import type { NewMail } from '#server/mail/queue-mail.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

/** The fields of the contact form, as the server has received them. */
export type Received = { name: string; email: string; message: string }

/** Returns a sentence that tells the visitor why the message is refused, or null if it is accepted. */
export function refusalOf({ name, email, message }: Received): string | null {
  if (!name.trim()) return 'Name is required'
  if (!email.trim()) return 'Email Address is required'
  if (!isNewEmail(email)) return 'This is no email address'
  if (`${name}${message}`.includes('\0')) return 'This cannot be kept: there is a NUL in it'
  if (name.length > MESSAGE_LENGTH.name) return 'This is too long'
  return message.length > MESSAGE_LENGTH.message ? 'The message is too long' : null
}

/**
 * Stores a message. If `isMailed` is true, also queues a mail about it to the shop's owner, in the same transaction.
 */
export async function receiveMessage(
  database: ShopDatabase,
  received: Received,
  isMailed: boolean,
): Promise<void> {
  const message = { id: newId(), ...received, created_at: now(), answered_at: null }
  await database.write(async ({ tx, publish }) => {
    await tx.insertInto('messages').values(message).execute()
    if (isMailed) await queueMails(tx, [mailAbout(received)])
    publish({ type: 'message-changed' })
  })
}

function mailAbout({ name, email, message }: Received): NewMail {
  const text = `${name} <${email}> writes:\n\n${message}\n`
  return { recipient: null, replyTo: email.toLowerCase(), subject: `Message from ${name}`, text }
}
