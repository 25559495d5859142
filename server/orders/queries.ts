import type { Kysely } from 'kysely'
import { columnsOf, fixedQuery } from '#server/platform/database/fixed-query.ts'
import type { CartItemRow, Tables } from '#server/tables.ts'

type Db = Kysely<Tables>

/** Whose items: the index leads to them by e-mail address; an address may be somebody else's by now. */
type Owner = { userId: string; email: string }

/** The newest items of somebody's list, oldest first. */
export async function listItems(db: Db, { userId, email }: Owner, most: number): Promise<CartItemRow[]> {
  const rows = await db
    .selectFrom('cart_items')
    .selectAll()
    .where('email', '=', email)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.toReversed()
}

export async function countUnpaid(db: Db, { userId, email }: Owner): Promise<number> {
  const row = await db
    .selectFrom('cart_items')
    .select(({ fn }) => fn.countAll<number>().as('unpaid'))
    .where('email', '=', email)
    .where('user_id', '=', userId)
    .where('payment', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row?.unpaid ?? 0
}

/** Of a new item; what says that it is paid is written when it is. */
const newItemColumns = ['id', 'user_id', 'email', 'customer', 'product_id', 'product_name', 'img', 'price_cents', 'rating', 'created_at'] as const

export type NewItem = Pick<CartItemRow, (typeof newItemColumns)[number]>

export const insertItem = fixedQuery((db: Db, item: NewItem) => db.insertInto('cart_items').values(columnsOf(item, newItemColumns)))

type Own = { id: string; userId: string; at: number }

/** Takes an item that is not just being paid off its owner's list. True when it was there. */
export async function takeOff(db: Db, { id, userId, at }: Own): Promise<boolean> {
  const row = await db
    .updateTable('cart_items')
    .set({ removed_at: at })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .where(({ or, eb }) => or([eb('payment_id', 'is', null), eb('payment', '=', 'OK')]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Puts an item back that was taken off after `at`. True when there was one. */
export async function putBack(db: Db, { id, userId, at }: Own): Promise<boolean> {
  const row = await db
    .updateTable('cart_items')
    .set({ removed_at: null })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('removed_at', '>', at)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function isOnList(db: Db, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const row = await db
    .selectFrom('cart_items')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Few enough that nobody notices the time that their transaction takes. */
const MOST_AT_ONCE = 100

/** Deletes some of what was taken off unpaid before `at`; paid items stay in the books. True when there may be more. */
export async function deleteThrownAway(db: Db, at: number): Promise<boolean> {
  const some = db
    .selectFrom('cart_items')
    .select('id')
    .where('removed_at', '<', at)
    .where('removed_at', 'is not', null)
    .where('payment', 'is', null)
    .where('payment_id', 'is', null)
    .limit(MOST_AT_ONCE)
  const { numDeletedRows } = await db.deleteFrom('cart_items').where('id', 'in', some).executeTakeFirst()
  return Number(numDeletedRows) === MOST_AT_ONCE
}
