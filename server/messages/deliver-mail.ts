import { now } from '#server/platform/clock.ts'
import type { OutboxRow } from '#server/tables.ts'
import { claimTry, listDue, recordTry } from './queries.ts'
import type { Attempt } from './queries.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

/** Hands one mail to a mail server; rejects when it was not taken, and soon after the signal whether it was or not. */
export type SendMail = (
  mail: Pick<OutboxRow, 'id' | 'reply_to' | 'subject' | 'body'>,
  enough: AbortSignal,
) => Promise<void>

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
      await transport.sendMail({
        from,
        to,
        replyTo: reply_to,
        subject,
        text: body,
        messageId: `<${id}@crema>`,
        signal: enough,
      })
    } finally {
      transport.close()
    }
  }
}

/**
 * Sends every mail that is due. A failed one is retried after 1, 2, 4 … minutes and given up after eight tries. Each try
 * is written down before the mail is sent: while writes are refused, nothing is sent, and a mail whose outcome could not
 * be written down waits like a failed one. A mail in flight when the shop closes is put back, so it may be sent again.
 */
export async function deliverMail(
  database: ShopDatabase,
  send: SendMail,
  stopping = new AbortController().signal,
): Promise<void> {
  const at = now()
  for (const due of await listDue(database.read, { at, farthest: at + LONGEST_WAIT_MS })) {
    if (stopping.aborted) return
    const next_try_at = now() + Math.min(LONGEST_WAIT_MS, MINUTE_MS * 2 ** due.tries)
    const mail = await database.write(({ tx }) => claimTry(tx, { due, next_try_at }))
    if (!mail) continue
    const outcome = await tryOnce(mail, send, stopping)
    await database.write(async ({ tx, publish }) => {
      await recordTry(tx, { id: mail.id, ...(outcome ?? attemptOf(due)) })
      if (outcome) publish({ type: 'mail-changed' })
    })
  }
}

/** Sends the mail. Returns null if the shop closes before the mail server has answered. */
async function tryOnce(mail: OutboxRow, send: SendMail, stopping: AbortSignal): Promise<Attempt | null> {
  const late = AbortSignal.timeout(PATIENCE_MS)
  try {
    await send(mail, AbortSignal.any([stopping, late]))
    return { ...attemptOf(mail), status: 'sent', error: null, sent_at: now() }
  } catch (thrown) {
    if (stopping.aborted) return null
    const error = late.aborted ? 'The mail server took too long.' : messageOf(thrown)
    return { ...attemptOf(mail), status: mail.tries >= MOST_TRIES ? 'failed' : 'waiting', error }
  }
}

function attemptOf({ status, tries, next_try_at, error, sent_at }: OutboxRow): Attempt {
  return { status, tries, next_try_at, error, sent_at }
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
