import { now } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { OutboxRow, Tables } from '#server/tables.ts'
import { listDue, recordTry } from './queries.ts'

/** Hands one mail to a mail server; rejects when it was not taken. */
export type SendMail = (mail: Pick<OutboxRow, 'id' | 'reply_to' | 'subject' | 'body'>) => Promise<void>

const MINUTE_MS = 60_000
const MOST_TRIES = 8

export type SmtpSettings = { url: string; from: string; to: string }

/** Mail through an SMTP server. The library is loaded with the first mail. */
export function smtpSender({ url, from, to }: SmtpSettings): SendMail {
  return async ({ id, reply_to, subject, body }) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport(url)
    try {
      await transport.sendMail({ from, to, replyTo: reply_to, subject, text: body, messageId: `<${id}@crema>` })
    } finally {
      transport.close()
    }
  }
}

/** Tries every mail that is due. A failed one waits 1, 2, 4 … minutes and is given up after eight tries. */
export async function deliverMail(database: Database<Tables>, send: SendMail): Promise<void> {
  for (const mail of await listDue(database.read, now())) {
    const outcome = await tryOnce(mail, send)
    await database.write(({ tx }) => recordTry(tx, { id: mail.id, ...outcome }))
    database.announce('messages')
  }
}

async function tryOnce(mail: OutboxRow, send: SendMail) {
  const tries = mail.tries + 1
  const next_try_at = now() + MINUTE_MS * 2 ** mail.tries
  try {
    await send(mail)
    return { status: 'sent' as const, tries, next_try_at, error: null, sent_at: now() }
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown.message : String(thrown)
    return { status: tries >= MOST_TRIES ? ('failed' as const) : ('waiting' as const), tries, next_try_at, error, sent_at: null }
  }
}
