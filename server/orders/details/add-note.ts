import { Problem } from '#contract/errors.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { findOrder } from '../queries.ts'
import { insertNote } from './queries.ts'

/** Adds an internal note to an order. Customers do not see it. Returns the id of the note. */
export function addNote(
  database: ShopDatabase,
  caller: Caller,
  { id, body }: { id: string; body: string },
): Promise<{ acknowledged: true; insertedId: string } | Problem> {
  return database.write(async ({ tx, publish }) => {
    const order = await findOrder(tx, id)
    if (!order) return new Problem('not-found')
    const text = body.trim()
    if (text === '')
      return new Problem('invalid-input', { errors: [{ field: 'body', message: 'must not be blank' }] })
    const note = { id: newId(), order_id: id, user_id: caller.userId, who: caller.name, body: text }
    await insertNote(tx, { ...note, created_at: now() })
    publish({ type: 'order-changed', userId: order.user_id })
    return { acknowledged: true, insertedId: note.id } as const
  })
}
