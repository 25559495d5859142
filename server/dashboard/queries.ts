import { sql } from 'kysely'
import type { Expression, Kysely, RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely'
import type { sortsOf } from '#contract/pages-of-rows.ts'
import type { DeliveryState } from '#contract/fields.ts'
import { after, beginsWith } from './keyset.ts'
import type { Place } from './keyset.ts'
import type { CartItemRow, OrderRow, Tables, UserRow } from '#server/tables.ts'

type Db = Kysely<Tables>

/** A page of a long table: what is sorted by, from where on, how many rows, and what they must begin with. */
export type PageOf<S extends string> = {
  sort: S
  direction: 'asc' | 'desc'
  place: Place | null
  limit: number
  email?: string
  name?: string
}

export type ProductSort = (typeof sortsOf.products)[number]
export type OrderSort = (typeof sortsOf.orders)[number]
export type UserSort = (typeof sortsOf.users)[number]

type Column = RawBuilder<string | number>

/** Each sort's expression, as its index in `db/migrations/0005_sorting.sql` has it. */
const productColumns: Record<ProductSort, Column> = {
  newest: sql`id`,
  email: sql`email`,
  name: sql`lower(product_name)`,
  price: sql`price_cents`,
  payment: sql`(CASE WHEN payment IS NULL THEN 0 ELSE 1 END)`,
}

const orderColumns: Record<OrderSort, Column> = {
  newest: sql`id`,
  email: sql`email`,
  customer: sql`lower(customer)`,
  total: sql`total_cents`,
}

const userColumns: Record<UserSort, Column> = { newest: sql`id`, email: sql`email`, name: sql`lower(name)` }

/** A row with the value that it was sorted by. */
export type Sorted<R> = R & { sorted_by: string | number }

/** What is shown of an ordered product; fewer columns are read in less time. */
const shown = ['id', 'email', 'customer', 'product_name', 'img', 'price_cents', 'rating', 'payment', 'delivery', 'created_at'] as const

export type ShownItem = Pick<CartItemRow, (typeof shown)[number]>

export async function listProducts(db: Db, page: PageOf<ProductSort> & { payment?: 'OK' | 'NOT OK' }): Promise<Sorted<ShownItem>[]> {
  const query = db
    .selectFrom('cart_items')
    .select(shown)
    .where(({ or, eb }) => or([eb('removed_at', 'is', null), eb('payment', 'is not', null)]))
    .$if(page.payment !== undefined, (some) => some.where(productColumns.payment, '=', page.payment === 'OK' ? 1 : 0))
  const filters = await chooseFilters(db, 'cart_items', { page, columns: productColumns, name: 'name' })
  return paged(query, page, { by: productColumns[page.sort], filters }).execute()
}

export async function listOrders(db: Db, page: PageOf<OrderSort>): Promise<Sorted<OrderRow>[]> {
  const filters = await chooseFilters(db, 'orders', { page, columns: orderColumns, name: 'customer' })
  return paged(db.selectFrom('orders').selectAll(), page, { by: orderColumns[page.sort], filters }).execute()
}

export async function listUsers(db: Db, page: PageOf<UserSort>): Promise<Sorted<UserRow>[]> {
  const filters = await chooseFilters(db, 'users', { page, columns: userColumns, name: 'name' })
  const query = db.selectFrom('users').selectAll().where('archived_at', 'is', null)
  return paged(query, page, { by: userColumns[page.sort], filters }).execute()
}

type Filter = Expression<SqlBool>

function paged<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>, page: PageOf<string>, { by, filters }: { by: Column; filters: Filter[] }) {
  const { sort, direction, place, limit } = page
  let rows = query.select(by.as('sorted_by')).orderBy(by, direction).limit(limit)
  if (sort !== 'newest') rows = rows.orderBy(sql`id`, direction)
  for (const filter of filters) rows = rows.where(filter)
  return place ? rows.where(after({ by, direction }, place)) : rows
}

/** Up to this many rows that a filter lets through are quickly sorted; with more, the sorted index is walked instead. */
const FEW = 1000

type Choice = { page: PageOf<string>; columns: Record<string, Column>; name: string }

/**
 * What is typed into the filters, as conditions that lead the database to the right index: a filter that few rows
 * pass is looked up, one that many pass is checked along the order asked for, where enough are met soon.
 */
async function chooseFilters(db: Db, table: 'cart_items' | 'orders' | 'users', { page, columns, name }: Choice): Promise<Filter[]> {
  const typed = [
    { sort: 'email', text: page.email },
    { sort: name, text: page.name },
  ]
  const filters: Filter[] = []
  for (const { sort, text } of typed) {
    const column = columns[sort]
    if (text === undefined || !column) continue
    const lookedUp = sort === page.sort || !(await manyBegin(db, table, beginsWith(column, text)))
    filters.push(lookedUp ? beginsWith(column, text) : beginsWith(unindexed(column), text))
  }
  return filters
}

async function manyBegin(db: Db, table: 'cart_items' | 'orders' | 'users', filter: Filter): Promise<boolean> {
  // The indexes of users are on those who are there.
  const there = table === 'users' ? sql<SqlBool>`archived_at IS NULL` : sql<SqlBool>`true`
  const row = await db.selectFrom(table).select(sql`1`.as('one')).where(there).where(filter).offset(FEW).limit(1).executeTakeFirst()
  return row !== undefined
}

/** The same text as an expression that no index is on. */
function unindexed(column: Column): Column {
  return sql`(${column} || '')`
}

export function findOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  return db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
}

/** How many items each of these payments paid for. */
export async function countItemsPaidBy(db: Db, paymentIds: string[]): Promise<Map<string | null, number>> {
  if (paymentIds.length === 0) return new Map()
  const count = db.selectFrom('cart_items').select(({ fn }) => ['payment_id', fn.countAll<number>().as('items')])
  const rows = await count.where('payment_id', 'in', paymentIds).groupBy('payment_id').execute()
  return new Map(rows.map(({ payment_id, items }) => [payment_id, items]))
}

/** What each of these payments paid for: the items of an order are those of its payment. */
export async function listItemsPaidBy(db: Db, paymentIds: string[]): Promise<Map<string | null, ShownItem[]>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await db.selectFrom('cart_items').select([...shown, 'payment_id']).where('payment_id', 'in', paymentIds).orderBy('id').execute()
  return Map.groupBy(rows, ({ payment_id }) => payment_id)
}

type Move = { id: string; from: DeliveryState; to: DeliveryState }

/** Moves a paid item on if it is still where it was seen; answers it when it was. */
export function moveItem(db: Db, { id, from, to }: Move): Promise<CartItemRow | undefined> {
  return db
    .updateTable('cart_items')
    .set({ delivery: to === 'Ordered' ? null : to })
    .where('id', '=', id)
    .where('payment', '=', 'OK')
    .where('delivery', from === 'Ordered' ? 'is' : '=', from === 'Ordered' ? null : from)
    .returningAll()
    .executeTakeFirst()
}

export function findItem(db: Db, id: string): Promise<CartItemRow | undefined> {
  return db.selectFrom('cart_items').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Items ordered from one id on up to another: ids carry the time. */
export async function countOrdered(db: Db, { from, to }: { from: string; to: string }): Promise<{ items: number; paid: number }> {
  const row = await db
    .selectFrom('cart_items')
    .select(({ fn }) => [fn.countAll<number>().as('items'), fn.count<number>('payment').as('paid')])
    .where('id', '>=', from)
    .where('id', '<', to)
    .where(({ or, eb }) => or([eb('removed_at', 'is', null), eb('payment', 'is not', null)]))
    .executeTakeFirst()
  return row ?? { items: 0, paid: 0 }
}

export type Sold = { product_name: string; sold: number; cents: number }

/** What was paid for between two moments, by product. */
export function sumSold(db: Db, { from, to }: { from: number; to: number }): Promise<Sold[]> {
  return db
    .selectFrom('cart_items')
    .select(({ fn }) => ['product_name', fn.countAll<number>().as('sold'), sql<number>`cast(sum(price_cents) as bigint)`.as('cents')])
    .where('paid_at', '>=', from)
    .where('paid_at', '<', to)
    .groupBy('product_name')
    .execute()
}
