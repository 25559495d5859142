import type { ExpressionBuilder, Kysely } from 'kysely'
import { columnsOf, fixedQuery } from '#server/platform/database/fixed-query.ts'
import type { CartItemRow, Tables } from '#server/tables.ts'

type Db = Kysely<Tables>

/** Whose items: the index leads to them by e-mail address; an address may be somebody else's by now. */
type Owner = { userId: string; email: string }

/** The newest items of somebody's list, newest first. */
export function listItems(db: Db, owner: Owner, most: number): Promise<CartItemRow[]> {
  return onList(db, owner).selectAll().orderBy('id', 'desc').limit(most).execute()
}

/** The newest unpaid items of somebody's list from before the item `before`, newest first. */
export function listOlderUnpaid(
  db: Db,
  owner: Owner & { before: string },
  most: number,
): Promise<CartItemRow[]> {
  return onList(db, owner)
    .selectAll()
    .where('id', '<', owner.before)
    .where('payment', 'is', null)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

export async function countUnpaid(db: Db, owner: Owner): Promise<number> {
  const row = await onList(db, owner)
    .select(({ fn }) => fn.countAll<number>().as('unpaid'))
    .where('payment', 'is', null)
    .executeTakeFirst()
  return row?.unpaid ?? 0
}

function onList(db: Db, { userId, email }: Owner) {
  return db
    .selectFrom('cart_items')
    .where('email', '=', email)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
}

/** Of a new item; what says that it is paid is written when it is. */
const newItemColumns = [
  'id',
  'user_id',
  'email',
  'customer',
  'product_id',
  'product_name',
  'img',
  'price_cents',
  'rating',
  'created_at',
  'brand',
  'bag',
] as const

export type NewItem = Pick<CartItemRow, (typeof newItemColumns)[number]>

export const insertItem = fixedQuery((db: Db, item: NewItem) =>
  db.insertInto('cart_items').values(columnsOf(item, newItemColumns)),
)

type Own = { id: string; userId: string; at: number }

/** Takes an item that is not just being paid off its owner's list; answers whether it is paid, or nothing. */
export function takeOff(db: Db, { id, userId, at }: Own): Promise<Pick<CartItemRow, 'payment'> | undefined> {
  return db
    .updateTable('cart_items')
    .set({ removed_at: at })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .where(({ or, eb }) => or([eb('payment_id', 'is', null), eb('payment', '=', 'OK')]))
    .returning('payment')
    .executeTakeFirst()
}

/** Whether an item that was taken off after `at` is paid; nothing when there is none. */
export function findTakenOff(
  db: Db,
  { id, userId, at }: Own,
): Promise<Pick<CartItemRow, 'payment'> | undefined> {
  return db
    .selectFrom('cart_items')
    .select('payment')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('removed_at', '>', at)
    .executeTakeFirst()
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
  const thrownAway = ({ and, eb }: ExpressionBuilder<Tables, 'cart_items'>) =>
    and([
      eb('removed_at', '<', at),
      eb('removed_at', 'is not', null),
      eb('payment', 'is', null),
      eb('payment_id', 'is', null),
    ])
  const some = db.selectFrom('cart_items').select('id').where(thrownAway).limit(MOST_AT_ONCE)
  // Said twice: on PostgreSQL an item may be put back between being found and being locked.
  const { numDeletedRows } = await db
    .deleteFrom('cart_items')
    .where('id', 'in', some)
    .where(thrownAway)
    .executeTakeFirst()
  return Number(numDeletedRows) === MOST_AT_ONCE
}
