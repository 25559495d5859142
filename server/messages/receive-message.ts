import { MESSAGE_LENGTH } from '#contract/values/limits.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { OutboxRow } from '#server/tables.ts'
import { insertMail, insertMessage } from './queries.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

export type Received = { name: string; email: string; message: string }

/** Why a message cannot be taken, in words for the form; null when it can. */
export function refusalOf({ name, email, message }: Received): string | null {
  if (!name.trim()) return 'Name is required'
  if (!email.trim()) return 'Email Address is required'
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return 'This is no email address'
  if ([name, email, message].some((text) => text.includes('\0')))
    return 'This cannot be kept: there is a NUL in it'
  if (name.length > MESSAGE_LENGTH.name || email.length > MESSAGE_LENGTH.email) return 'This is too long'
  return message.length > MESSAGE_LENGTH.message ? 'The message is too long' : null
}

/** Keeps a message in the books and, where mail is set up, a mail about it in the outbox, in one transaction. */
export async function receiveMessage(
  database: ShopDatabase,
  received: Received,
  mailed: boolean,
): Promise<void> {
  const message = { id: newId(), ...received, created_at: now() }
  await database.write(async ({ tx, publish }) => {
    await insertMessage(tx, message)
    if (mailed) await insertMail(tx, mailAbout(received))
    publish({ type: 'message-received' })
  })
}

function mailAbout({ name, email, message }: Received): OutboxRow {
  const at = now()
  return {
    id: newId(),
    reply_to: email,
    subject: `Message from ${oneLine(name)}`,
    body: `${name} <${email}> writes:\n\n${message}\n`,
    status: 'waiting',
    tries: 0,
    next_try_at: at,
    error: null,
    created_at: at,
    sent_at: null,
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
