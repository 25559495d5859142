import { Problem } from '#contract/errors.ts'
import type { Modified } from '#contract/fields.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { repeatMail } from '#server/mail/outbox.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Orders } from '../orders.ts'
import { lockOrder } from '../queries.ts'

/**
 * Sends a mail about an order again, to the email address that the order has now. It says what is true of the order when it
 * is sent. A mail that was queued within the last minute is not queued again, so that a double click sends one.
 */
export async function sendAgain(
  { database, sendsMail }: Pick<Orders, 'database' | 'sendsMail'>,
  caller: Caller,
  { id, mailId }: { id: string; mailId: string },
): Promise<Modified | Problem> {
  if (!sendsMail) return new Problem('no-mail')
  return database.write(async ({ tx, publish }) => {
    const order = await lockOrder(tx, id)
    const mail = order && (await repeatMail(tx, { id: mailId, orderId: id, email: order.email }))
    if (!mail) return new Problem('not-found')
    if (!mail.isQueued) return { acknowledged: true, modifiedCount: 0 }
    await writeAudit(tx, caller, {
      action: 'sent mail again',
      subject: `Order ${order.number}`,
      detail: `${order.email}: ${mail.subject}`,
    })
    publish({ type: 'mail-changed' })
    publish({ type: 'order-changed', userId: order.user_id })
    return { acknowledged: true, modifiedCount: 1 }
  })
}
