import { Problem, wrongField } from '#contract/errors.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { DELETED_USER } from '#server/identity/users/delete-user.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { queueNoteMail } from '../order-mails.ts'
import type { Orders } from '../orders.ts'
import { lockOrder } from '../queries.ts'

const MINUTE_MS = 60_000

/**
 * Adds a note to an order. Only admins see it, unless it is for the customer, who gets it by mail and finds it with the
 * order. Returns the id of the note, which for a text that was written within the last minute is that of the first note, so
 * that a double click mails it once. An order whose customer was erased takes no notes.
 */
export function addNote(
  { database, sendsMail }: Pick<Orders, 'database' | 'sendsMail'>,
  caller: Caller,
  { id, body, isForCustomer = false }: { id: string; body: string; isForCustomer?: boolean },
): Promise<{ acknowledged: true; insertedId: string } | Problem> {
  return database.write(async ({ tx, publish }) => {
    const order = await lockOrder(tx, id)
    if (!order) return new Problem('not-found')
    const text = body.trim()
    if (text === '') return wrongField('body', 'must not be blank')
    if (order.email === DELETED_USER.email)
      return new Problem('state-conflict', { detail: 'The customer of this order was erased.' })
    const kind = { order_id: id, body: text, is_for_customer: isForCustomer ? (1 as const) : (0 as const) }
    const same = await tx
      .selectFrom('order_notes')
      .select('id')
      .where((eb) => eb.and(kind))
      .where('created_at', '>=', now() - MINUTE_MS)
      .limit(1)
      .executeTakeFirst()
    if (same) return { acknowledged: true, insertedId: same.id } as const
    const by = { user_id: caller.userId, who: caller.name }
    const note = { id: newId(), ...kind, ...by, created_at: now() }
    await tx.insertInto('order_notes').values(note).execute()
    if (isForCustomer && sendsMail) await queueNoteMail(tx, order, text)
    await writeAudit(tx, caller, {
      action: isForCustomer ? 'wrote to customer' : 'added note',
      subject: `Order ${order.number}`,
      detail: order.email,
    })
    publish({ type: 'order-changed', userId: order.user_id })
    return { acknowledged: true, insertedId: note.id } as const
  })
}
