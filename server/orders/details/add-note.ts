import { Problem } from '#contract/errors.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { queueNoteMail } from '../order-mails.ts'
import type { Orders } from '../orders.ts'
import { findOrder } from '../queries.ts'

type NewNote = { id: string; body: string; isForCustomer?: boolean }

/**
 * Adds a note to an order. Only admins see it, unless it is for the customer, who gets it by mail and finds it with the
 * order. Returns the id of the note.
 */
export function addNote(
  { database, sendsMail }: Pick<Orders, 'database' | 'sendsMail'>,
  caller: Caller,
  { id, body, isForCustomer = false }: NewNote,
): Promise<{ acknowledged: true; insertedId: string } | Problem> {
  return database.write(async ({ tx, publish }) => {
    const order = await findOrder(tx, id)
    if (!order) return new Problem('not-found')
    const text = body.trim()
    if (text === '')
      return new Problem('invalid-input', { errors: [{ field: 'body', message: 'must not be blank' }] })
    const by = { user_id: caller.userId, who: caller.name }
    const note = { id: newId(), order_id: id, ...by, body: text, created_at: now() }
    await tx
      .insertInto('order_notes')
      .values({ ...note, is_for_customer: isForCustomer ? 1 : 0 })
      .execute()
    if (isForCustomer && sendsMail) await queueNoteMail(tx, order, text)
    publish({ type: 'order-changed', userId: order.user_id })
    return { acknowledged: true, insertedId: note.id } as const
  })
}
