import type { ExpressionBuilder } from 'kysely'
import { columnsOf, fixedQuery } from '#server/platform/database/fixed-query.ts'
import type { Db } from '#server/shop-database.ts'
import type { CartItemRow, Tables } from '#server/tables.ts'

/**
 * A user with their current address. Lines are found by the address, because it has the index. The id is checked too,
 * because the address may have belonged to another user before.
 */
type Owner = { userId: string; email: string }

/** Lists the newest lines of a user, paid and unpaid, newest first. */
export function listLines(db: Db, owner: Owner, most: number): Promise<CartItemRow[]> {
  return listed(db, owner).selectAll().orderBy('id', 'desc').limit(most).execute()
}

/** Lists the newest unpaid lines of a user that are older than the line `before`, newest first. */
export function listOlderUnpaid(
  db: Db,
  owner: Owner & { before: string },
  most: number,
): Promise<CartItemRow[]> {
  return listed(db, owner)
    .selectAll()
    .where('id', '<', owner.before)
    .where('payment', 'is', null)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

export async function countUnpaid(db: Db, owner: Owner): Promise<number> {
  const row = await listed(db, owner)
    .select(({ fn }) => fn.countAll<number>().as('unpaid'))
    .where('payment', 'is', null)
    .executeTakeFirst()
  return row?.unpaid ?? 0
}

function listed(db: Db, { userId, email }: Owner) {
  return db
    .selectFrom('cart_items')
    .where('email', '=', email)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
}

/** The columns of a new line. All others are NULL until the line is paid or removed. */
const newLineColumns = [
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

export type NewLine = Pick<CartItemRow, (typeof newLineColumns)[number]>

export const insertLine = fixedQuery((db: Db, line: NewLine) =>
  db.insertInto('cart_items').values(columnsOf(line, newLineColumns)),
)

const claimedColumns = ['id', 'product_id', 'product_name', 'price_cents'] as const

export type ClaimedLine = Pick<CartItemRow, (typeof claimedColumns)[number]>

type OwnLines = { ids: string[]; userId: string }

/** Sets the payment on those of the user's lines that are unpaid and have no payment yet. Returns these lines. */
export const setPaymentId = fixedQuery(
  (db: Db, { ids, userId, paymentId }: OwnLines & { paymentId: string }) =>
    db
      .updateTable('cart_items')
      .set({ payment_id: paymentId })
      .where('id', 'in', ids)
      .where('user_id', '=', userId)
      .where('payment', 'is', null)
      .where('payment_id', 'is', null)
      .where('removed_at', 'is', null)
      .returning(claimedColumns),
)

export async function clearPaymentId(db: Db, paymentId: string): Promise<void> {
  await db
    .updateTable('cart_items')
    .set({ payment_id: null })
    .where('payment_id', '=', paymentId)
    .where('payment', 'is', null)
    .execute()
}

/** Lists the user's lines with these ids, paid and unpaid, without removed ones. */
export function listOwnLines(db: Db, { ids, userId }: OwnLines): Promise<CartItemRow[]> {
  return db
    .selectFrom('cart_items')
    .selectAll()
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .execute()
}

export async function setPrice(db: Db, { id, cents }: { id: string; cents: number }): Promise<void> {
  await db.updateTable('cart_items').set({ price_cents: cents }).where('id', '=', id).execute()
}

export async function replaceEmail(
  db: Db,
  { userId, from, to }: { userId: string; from: string; to: string },
): Promise<void> {
  await db
    .updateTable('cart_items')
    .set({ email: to })
    .where('email', '=', from)
    .where('user_id', '=', userId)
    .execute()
}

type OwnLine = { id: string; userId: string; at: number }

/** Marks a user's line as removed unless a pending payment holds it. Returns the line, or nothing if none was marked. */
export function markRemoved(
  db: Db,
  { id, userId, at }: OwnLine,
): Promise<Pick<CartItemRow, 'payment'> | undefined> {
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

/** Returns the line if it was removed after `at`. */
export function findRemoved(
  db: Db,
  { id, userId, at }: OwnLine,
): Promise<Pick<CartItemRow, 'payment'> | undefined> {
  return db
    .selectFrom('cart_items')
    .select('payment')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('removed_at', '>', at)
    .executeTakeFirst()
}

/** Restores a line that was removed after `at`. Returns whether there was one. */
export async function unmarkRemoved(db: Db, { id, userId, at }: OwnLine): Promise<boolean> {
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

export async function isListed(db: Db, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const row = await db
    .selectFrom('cart_items')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The number of lines that one transaction deletes. It takes less than a few milliseconds. */
const MOST_AT_ONCE = 100

/** Deletes some of the unpaid lines that were removed before `at`, and returns whether there may be more. */
export async function deleteRemoved(db: Db, at: number): Promise<boolean> {
  const isRemoved = ({ and, eb }: ExpressionBuilder<Tables, 'cart_items'>) =>
    and([
      eb('removed_at', '<', at),
      eb('removed_at', 'is not', null),
      eb('payment', 'is', null),
      eb('payment_id', 'is', null),
    ])
  const some = db.selectFrom('cart_items').select('id').where(isRemoved).limit(MOST_AT_ONCE)
  // The condition is checked twice: on PostgreSQL a line may be restored after it was selected and before it is locked.
  const { numDeletedRows } = await db
    .deleteFrom('cart_items')
    .where('id', 'in', some)
    .where(isRemoved)
    .executeTakeFirst()
  return Number(numDeletedRows) === MOST_AT_ONCE
}
