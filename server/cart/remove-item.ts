import { Problem } from '#contract/errors.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Orders } from './orders.ts'
import { deleteThrownAway, findTakenOff, isOnList, putBack, takeOff } from './queries.ts'

/** How long a delete can be undone, in milliseconds; what is unpaid is erased after that. */
const UNDO_MS = 10 * 60 * 1000

/** Takes an item off the caller's list. One that is just being paid stays. */
export function removeItem(
  { database }: Orders,
  caller: Caller,
  id: string,
): Promise<{ acknowledged: true; deletedCount: number } | Problem> {
  const own = { id, userId: caller.userId, at: now() }
  return database.write(async ({ tx, publish }) => {
    const gone = await takeOff(tx, own)
    if (!gone) return new Problem((await isOnList(tx, own)) ? 'being-paid' : 'not-found')
    publish({ type: 'line-removed', userId: caller.userId, wasUnpaid: gone.payment === null })
    return { acknowledged: true, deletedCount: 1 } as const
  })
}

/** Puts an item back that was taken off in the last ten minutes; an unpaid one only if there is still room for it. */
export async function restoreItem(
  { database, room }: Orders,
  caller: Caller,
  id: string,
): Promise<{ acknowledged: true; modifiedCount: number } | Problem> {
  const own = { id, userId: caller.userId, at: now() - UNDO_MS }
  const gone = await findTakenOff(database.read, own)
  if (!gone) return new Problem('not-found')
  const restore = () =>
    database.write(async ({ tx, publish }) => {
      const isBack = await putBack(tx, own)
      if (isBack) publish({ type: 'line-restored', userId: caller.userId })
      return isBack
    })
  const back = gone.payment ? await restore() : await room.admit(caller, restore)
  if (back === null) return new Problem('cart-full')
  return back ? { acknowledged: true, modifiedCount: 1 } : new Problem('not-found')
}

/** Erases what was taken off unpaid and can no longer be put back; in many short writes where it is much. */
export async function eraseThrownAway({ database }: Pick<Orders, 'database'>): Promise<void> {
  const before = now() - UNDO_MS
  for (let more = true; more;) more = await database.write(({ tx }) => deleteThrownAway(tx, before))
}
