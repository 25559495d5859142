import type { ExpressionBuilder } from 'kysely'
import { Problem } from '#contract/errors.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db } from '#server/shop-database.ts'
import type { Tables } from '#server/tables.ts'
import type { Cart } from './cart.ts'

/**
 * The time in milliseconds during which a removed cart line can be restored. After that, an unpaid line is deleted
 * from the database.
 */
export const UNDO_MS = 10 * 60 * 1000

/**
 * The condition that a line is not reserved for a pending payment, nor one of a cancelled order: that was not removed by
 * its user, and cannot be restored.
 */
function isFree({ or, eb }: ExpressionBuilder<Tables, 'cart_items'>) {
  return or([eb('payment_id', 'is', null), eb('payment', '=', 'OK')])
}

/** Removes a line from the caller's cart. Returns a problem if the line is reserved for a pending payment. */
export function removeLine(
  { database }: Cart,
  { userId }: Caller,
  id: string,
): Promise<{ acknowledged: true; deletedCount: number } | Problem> {
  return database.write(async ({ tx, publish }) => {
    const removed = await tx
      .updateTable('cart_items')
      .set({ removed_at: now() })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('removed_at', 'is', null)
      .where(isFree)
      .returning('id')
      .executeTakeFirst()
    if (!removed) return new Problem((await isInCart(tx, id, { userId })) ? 'being-paid' : 'not-found')
    publish({ type: 'line-removed', userId })
    return { acknowledged: true, deletedCount: 1 } as const
  })
}

export async function isInCart(tx: Db, id: string, { userId }: { userId: string }): Promise<boolean> {
  const own = tx.selectFrom('cart_items').select('id').where('id', '=', id).where('user_id', '=', userId)
  return (await own.where('removed_at', 'is', null).executeTakeFirst()) !== undefined
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
  const { userId } = caller
  const since = now() - UNDO_MS
  const removed = await database.read
    .selectFrom('cart_items')
    .select('payment')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('removed_at', '>', since)
    .where(isFree)
    .executeTakeFirst()
  if (!removed) return new Problem('not-found')
  const restore = () =>
    database.write(async ({ tx, publish }) => {
      const { numUpdatedRows } = await tx
        .updateTable('cart_items')
        .set({ removed_at: null })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('removed_at', '>', since)
        .executeTakeFirst()
      const isBack = numUpdatedRows > 0
      if (isBack) publish({ type: 'line-restored', userId })
      return isBack
    })
  const restored = removed.payment ? await restore() : await sizeLimiter.admit(caller, restore)
  if (restored === null) return new Problem('cart-full')
  return restored ? { acknowledged: true, modifiedCount: 1 } : new Problem('not-found')
}

/**
 * The maximum number of cart lines that are deleted in one transaction. Deleting so many takes at most a few
 * milliseconds.
 */
const MAX_AT_ONCE = 100

/**
 * Deletes from the database the unpaid cart lines that users removed more than ten minutes ago. Several short
 * transactions are used, so that other writes do not have to wait.
 */
export async function eraseRemovedLines({ database }: Pick<Cart, 'database'>): Promise<void> {
  const isOld = ({ and, eb }: ExpressionBuilder<Tables, 'cart_items'>) =>
    and([
      eb('removed_at', '<', now() - UNDO_MS),
      eb('removed_at', 'is not', null),
      eb('payment', 'is', null),
      eb('payment_id', 'is', null),
    ])
  for (let deleted = MAX_AT_ONCE; deleted === MAX_AT_ONCE;)
    deleted = await database.write(async ({ tx }) => {
      const some = tx.selectFrom('cart_items').select('id').where(isOld).limit(MAX_AT_ONCE)
      // DELETE checks the condition again, because on PostgreSQL a cart line may be restored after the subquery has
      // selected it and before DELETE locks it.
      const erased = tx.deleteFrom('cart_items').where('id', 'in', some).where(isOld)
      return Number((await erased.executeTakeFirst()).numDeletedRows)
    })
}
