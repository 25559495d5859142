import { sql } from 'kysely'
import type { QueryCreator } from 'kysely'
import { MOST_ITEMS } from '#contract/values/limits.ts'
import { fixedQuery } from '#server/platform/database/fixed-query.ts'
import type { Db } from '#server/shop-database.ts'
import type { CartItemRow, Tables } from '#server/tables.ts'

/**
 * A user with the current e-mail address. Cart lines are found by the e-mail address, which is indexed. The user id
 * is compared too, because another user may have had the address before.
 */
type Owner = { userId: string; email: string }

/**
 * The columns that a user's cart shows. Reading carts is the most frequent statement on PostgreSQL, and converting the
 * text of each value takes time.
 */
const shownColumns = [
  'id',
  'email',
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
] as const

export type ShownLine = Pick<CartItemRow, (typeof shownColumns)[number]>

/** Lists at most `MOST_ITEMS` cart lines of a user, paid and unpaid, newest first. */
export const listLines = fixedQuery((db: Db, owner: Owner) =>
  listed(db, owner).select(shownColumns).orderBy('id', 'desc').limit(MOST_ITEMS),
)

/**
 * Lists the same lines together with the version of the cart, or only one row with the version if it is `known`. For
 * PostgreSQL only: the version is a hash of the lines' ids and of `xmin`, the number of the transaction that has
 * written the line last (https://www.postgresql.org/docs/current/ddl-system-columns.html). So every change of a line
 * changes it, without a column that each change would have to write.
 */
export const listLinesUnless = fixedQuery((db: Db, { known, userId, email }: Owner & { known: string }) =>
  db
    .with('shown', (query) =>
      listed(query, { userId, email })
        .select([...shownColumns, sql<string>`xmin::text`.as('written_by')])
        .orderBy('id', 'desc')
        .limit(MOST_ITEMS),
    )
    .with('cart', (query) =>
      query
        .selectFrom('shown')
        .select(sql<string>`coalesce(md5(string_agg(id || written_by, ',')), 'empty')`.as('version')),
    )
    .selectFrom('cart')
    .leftJoin('shown', (join) => join.on('cart.version', '<>', known))
    .select(['cart.version', ...shownColumns.map((column) => `shown.${column}` as const)])
    .orderBy('shown.id', 'desc'),
)

/**
 * Lists at most `most` unpaid cart lines of a user, newest first. All of them are older than the line with the id
 * `before`.
 */
export function listOlderUnpaid(
  db: Db,
  owner: Owner & { before: string },
  most: number,
): Promise<ShownLine[]> {
  return listed(db, owner)
    .select(shownColumns)
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

/** Lists at most `most` cart lines of a user that no payment has claimed, oldest first. */
export function listUnclaimed(db: Db, owner: Owner, most: number): Promise<CartItemRow[]> {
  return listed(db, owner)
    .selectAll()
    .where('payment', 'is', null)
    .where('payment_id', 'is', null)
    .orderBy('id')
    .limit(most)
    .execute()
}

/** Selects the lines that a user sees in the cart. The lines of a waiting order, which is paid later, are left out. */
function listed(db: QueryCreator<Tables>, { userId, email }: Owner) {
  return db
    .selectFrom('cart_items')
    .where('email', '=', email)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .where(({ or, eb }) => or([eb('order_id', 'is', null), eb('payment', '=', 'OK')]))
}
