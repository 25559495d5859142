import { now } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { OutboxRow, Tables } from '#server/tables.ts'
import { listDue, recordTry } from './queries.ts'

/** Hands one mail to a mail server; rejects when it was not taken, and soon after the signal whether it was or not. */
export type SendMail = (mail: Pick<OutboxRow, 'id' | 'reply_to' | 'subject' | 'body'>, enough: AbortSignal) => Promise<void>

const MINUTE_MS = 60_000
const MOST_TRIES = 8
/** No mail waits longer than this for its next try. */
const LONGEST_WAIT_MS = MINUTE_MS * 2 ** (MOST_TRIES - 1)
/** A mail server that has not taken a mail by then is not going to. */
const PATIENCE_MS = 30_000

export type SmtpSettings = { url: string; from: string; to: string }

/** Mail through an SMTP server. The library is loaded with the first mail. */
export function smtpSender({ url, from, to }: SmtpSettings): SendMail {
  return async ({ id, reply_to, subject, body }, enough) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ url, socketCloseTimeout: 0 })
    try {
      await transport.sendMail({ from, to, replyTo: reply_to, subject, text: body, messageId: `<${id}@crema>`, signal: enough })
    } finally {
      transport.close()
    }
  }
}

/**
 * Tries every mail that is due. A failed one waits 1, 2, 4 … minutes and is given up after eight tries. One that is
 * under way when everything is stopping is not waited for: as nobody knows whether it was taken, it goes out again.
 */
export async function deliverMail(database: Database<Tables>, send: SendMail, stopping = new AbortController().signal): Promise<void> {
  const at = now()
  for (const mail of await listDue(database.read, { at, farthest: at + LONGEST_WAIT_MS })) {
    const outcome = await tryOnce(mail, send, stopping)
    if (!outcome) return
    await database.write(({ tx }) => recordTry(tx, { id: mail.id, ...outcome }))
    database.announce('messages')
  }
}

async function tryOnce(mail: OutboxRow, send: SendMail, stopping: AbortSignal) {
  const late = AbortSignal.timeout(PATIENCE_MS)
  const tries = mail.tries + 1
  const next_try_at = now() + MINUTE_MS * 2 ** mail.tries
  try {
    await send(mail, AbortSignal.any([stopping, late]))
    return { status: 'sent' as const, tries, next_try_at, error: null, sent_at: now() }
  } catch (thrown) {
    if (stopping.aborted) return null
    const error = late.aborted ? 'The mail server took too long.' : messageOf(thrown)
    return { status: tries >= MOST_TRIES ? ('failed' as const) : ('waiting' as const), tries, next_try_at, error, sent_at: null }
  }
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
