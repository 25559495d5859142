import { Problem } from '#contract/errors.ts'
import type { Modified } from '#contract/fields.ts'
import { queueMails } from '#server/mail/queue-mail.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { MessageRow } from '#server/tables/mail-rows.ts'

/** Marks a message as answered, or as open again. Returns a problem if there is no such message. */
export function markAnswered(
  { write }: ShopDatabase,
  { id, isAnswered }: { id: string; isAnswered: boolean },
): Promise<Modified | Problem> {
  return write(async ({ tx, publish }) => {
    if (!(await setAnswered(tx, id, isAnswered ? now() : null))) return new Problem('not-found')
    publish({ type: 'message-changed' })
    return { acknowledged: true, modifiedCount: 1 }
  })
}

type Answering = { database: ShopDatabase; sendsMail: boolean; shopName: () => Promise<string> }

/**
 * Queues a mail to the person who has written a message, with the message below it, and marks the message as answered. The
 * reply of that person goes to the shop. A text that was sent already is not sent again, so that a request whose response was
 * lost can be repeated. Returns a problem if the shop sends no mails, or if there is no such message.
 */
export async function answerMessage(
  { database, sendsMail, shopName }: Answering,
  caller: Caller,
  { id, text }: { id: string; text: string },
): Promise<Modified | Problem> {
  if (!sendsMail) return new Problem('no-mail')
  const subject = `Your message to ${await shopName()}`
  return database.write(async ({ tx, publish }) => {
    const message = await setAnswered(tx, id, now())
    if (!message) return new Problem('not-found')
    const recipient = message.email.trim().toLowerCase()
    const mail = { recipient, replyTo: null, subject, text: answerText(text, message) }
    if (await isMailed(tx, mail)) return { acknowledged: true, modifiedCount: 0 }
    await queueMails(tx, [mail])
    await writeAudit(tx, caller, { action: 'answered message', subject: id })
    publish({ type: 'message-changed' })
    return { acknowledged: true, modifiedCount: 1 }
  })
}

function setAnswered(tx: Db, id: string, answered_at: number | null): Promise<MessageRow | undefined> {
  return tx
    .updateTable('messages')
    .set({ answered_at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Returns the text of a mail: the answer, and the message with `> ` before each line. */
function answerText(text: string, { message }: MessageRow): string {
  const quoted = message
    .trim()
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
  return `${text.trim()}\n\n${quoted.join('\n')}\n`
}

async function isMailed(tx: Db, { recipient, text }: { recipient: string; text: string }): Promise<boolean> {
  const same = await tx
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', recipient)
    .where('body', '=', text)
    .where('status', '<>', 'failed')
    .limit(1)
    .executeTakeFirst()
  return same !== undefined
}
