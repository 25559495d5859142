import { Problem } from '#contract/errors.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Cart } from './cart.ts'
import { deleteRemoved, findRemoved, isListed, markRemoved, unmarkRemoved } from './queries.ts'

/**
 * The time in milliseconds during which a removed cart line can be restored. After that, an unpaid line is deleted
 * from the database.
 */
const UNDO_MS = 10 * 60 * 1000

/** Removes a line from the caller's cart. Returns a problem if the line is reserved for a pending payment. */
export function removeLine(
  { database }: Cart,
  caller: Caller,
  id: string,
): Promise<{ acknowledged: true; deletedCount: number } | Problem> {
  const line = { id, userId: caller.userId, at: now() }
  return database.write(async ({ tx, publish }) => {
    if (!(await markRemoved(tx, line)))
      return new Problem((await isListed(tx, line)) ? 'being-paid' : 'not-found')
    publish({ type: 'line-removed', userId: caller.userId })
    return { acknowledged: true, deletedCount: 1 } as const
  })
}

/**
 * Restores a cart line that was removed in the last ten minutes. Returns a problem if the line is unpaid and the cart
 * is full.
 */
export async function restoreLine(
  { database, sizeLimiter }: Cart,
  caller: Caller,
  id: string,
): Promise<{ acknowledged: true; modifiedCount: number } | Problem> {
  const line = { id, userId: caller.userId, at: now() - UNDO_MS }
  const removed = await findRemoved(database.read, line)
  if (!removed) return new Problem('not-found')
  const restore = () =>
    database.write(async ({ tx, publish }) => {
      const isBack = await unmarkRemoved(tx, line)
      if (isBack) publish({ type: 'line-restored', userId: caller.userId })
      return isBack
    })
  const restored = removed.payment ? await restore() : await sizeLimiter.admit(caller, restore)
  if (restored === null) return new Problem('cart-full')
  return restored ? { acknowledged: true, modifiedCount: 1 } : new Problem('not-found')
}

/**
 * Deletes from the database the unpaid cart lines that users removed more than ten minutes ago. Several short
 * transactions are used, so that other writes do not have to wait.
 */
export async function eraseRemovedLines({ database }: Pick<Cart, 'database'>): Promise<void> {
  const before = now() - UNDO_MS
  for (let more = true; more;) more = await database.write(({ tx }) => deleteRemoved(tx, before))
}
