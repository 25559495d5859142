import { MAX_ITEMS } from '#contract/values/limits.ts'
import type { OrderState } from '#contract/values/states.ts'
import { columnsOf, fixedQuery } from '#server/platform/database/fixed-query.ts'
import type { Db } from '#server/shop-database.ts'
import type { CartItemRow } from '#server/tables.ts'

/**
 * A user with the current email address. Cart lines are found by the email address, which is indexed. The user id
 * is compared too, because another user may have had the address before.
 */
type Owner = { userId: string; email: string }

/**
 * The columns that a user's cart shows. Reading carts is the most frequent statement on PostgreSQL, and converting the
 * text of each value takes time.
 */
const shownColumns = [
  'id',
  'customer',
  'product_id',
  'product_name',
  'img',
  'price_cents',
  'rating',
  'payment',
  'payment_id',
  'delivery',
  'brand',
  'bag',
  'weight_grams',
  'grind',
  'every_weeks',
  'roasters_choice',
] as const

/** A line as the cart shows it, with the state of its order. It is null if the line has no order. */
export type ShownLine = Pick<CartItemRow, (typeof shownColumns)[number]> & { order_state: OrderState | null }

/** Lists at most `MAX_ITEMS` cart lines of a user, paid and unpaid, newest first. */
export const listLines = fixedQuery((db: Db, owner: Owner) =>
  shown(db, owner).orderBy('id', 'desc').limit(MAX_ITEMS),
)

/**
 * Lists at most `max` unpaid cart lines of a user, newest first. All of them are older than the line with the id
 * `before`.
 */
export function listOlderUnpaid(
  db: Db,
  owner: Owner & { before: string },
  max: number,
): Promise<ShownLine[]> {
  return shown(db, owner)
    .where('id', '<', owner.before)
    .where('payment', 'is', null)
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
}

function shown(db: Db, owner: Owner) {
  return listed(db, owner)
    .select(shownColumns)
    .select(({ selectFrom }) =>
      selectFrom('orders')
        .select('state')
        .whereRef('orders.id', '=', 'cart_items.order_id')
        .where('orders.user_id', '=', owner.userId)
        .as('order_state'),
    )
}

export async function countUnpaid(db: Db, owner: Owner): Promise<number> {
  const row = await listed(db, owner)
    .select(({ fn }) => fn.countAll<number>().as('unpaid'))
    .where('payment', 'is', null)
    .executeTakeFirst()
  return row?.unpaid ?? 0
}

/** Selects the lines that a user sees in the cart. The lines of a waiting order, which is paid later, are left out. */
function listed(db: Db, { userId, email }: Owner) {
  return db
    .selectFrom('cart_items')
    .where('email', '=', email)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .where(({ or, eb }) => or([eb('order_id', 'is', null), eb('payment', '=', 'OK')]))
}

/**
 * The columns that are set in a new cart line. The other columns stay NULL until the line is reserved by a payment, paid
 * or removed.
 */
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
  'weight_grams',
  'grind',
  'every_weeks',
  'roasters_choice',
  'request_id',
] as const

export type NewLine = Pick<CartItemRow, (typeof newLineColumns)[number]>

const insertUnlessKnown = fixedQuery((db: Db, line: NewLine) =>
  db
    .insertInto('cart_items')
    .values(columnsOf(line, newLineColumns))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'request_id']).where('request_id', 'is not', null).doNothing(),
    )
    .returning('id'),
)

/** Inserts a line. Returns false, and inserts nothing, if a line of the same request exists. */
export async function insertLine(db: Db, line: NewLine): Promise<boolean> {
  return (await insertUnlessKnown(db, line)).length > 0
}

export async function insertLines(db: Db, lines: NewLine[]): Promise<void> {
  if (lines.length > 0) await db.insertInto('cart_items').values(lines).execute()
}

/** Lists all lines of a user that were not removed, oldest first: those of the cart, of payments and of orders. */
export function listAllLines(db: Db, { userId, email }: Owner): Promise<CartItemRow[]> {
  return db
    .selectFrom('cart_items')
    .selectAll()
    .where('email', '=', email)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Returns whether a user has ordered something with this email address, also if the order was cancelled. */
export async function hasOrdered(db: Db, { id, email }: { id: string; email: string }): Promise<boolean> {
  const line = await db
    .selectFrom('cart_items')
    .select('id')
    .where('email', '=', email)
    .where('user_id', '=', id)
    .where('order_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return line !== undefined
}

/** Lists at most `max` cart lines of a user that no payment has reserved, oldest first. */
export function listUnclaimed(db: Db, owner: Owner, max: number): Promise<CartItemRow[]> {
  return listed(db, owner)
    .selectAll()
    .where('payment', 'is', null)
    .where('payment_id', 'is', null)
    .orderBy('id')
    .limit(max)
    .execute()
}
