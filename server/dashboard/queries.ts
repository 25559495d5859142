import { sql } from 'kysely'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import { MOST_COUNTED } from '#contract/values/limits.ts'
import type { DeliveryState, sortsOf } from '#contract/values/states.ts'
import { firstIdAt } from '#server/platform/clock.ts'
import { after } from './keyset.ts'
import type { Place } from './keyset.ts'
import type { CartItemRow, OrderRow, Tables, UserRow } from '#server/tables.ts'
import { byId, chooseFilters, hasItemIn, isFullOrder, progress } from './row-filters.ts'
import type { Column, RowFilters } from './row-filters.ts'

type Db = Kysely<Tables>

/** A page of a long table: what is sorted by, from where on, how many rows, and what they must be like. */
export type PageOf<S extends string> = {
  sort: S
  direction: 'asc' | 'desc'
  place: Place | null
  limit: number
  filters: RowFilters
}

export type ProductSort = (typeof sortsOf.products)[number]
export type OrderSort = (typeof sortsOf.orders)[number]
export type UserSort = (typeof sortsOf.users)[number]

/** Each sort's expression, as its index in `db/migrations` has it. */
const productColumns: Record<ProductSort, Column> = {
  newest: byId,
  email: sql`email`,
  name: sql`lower(product_name)`,
  price: sql`price_cents`,
  payment: progress,
  delivery: progress,
}

const orderColumns: Record<OrderSort, Column> = {
  newest: byId,
  email: sql`email`,
  customer: sql`lower(customer)`,
  total: sql`total_cents`,
}

const userColumns: Record<UserSort, Column> = { newest: byId, email: sql`email`, name: sql`lower(name)` }

/** A row with the value that it was sorted by. */
export type Sorted<R> = R & { sorted_by: string | number }

/** What is shown of an ordered product; fewer columns are read in less time. */
const shown = [
  'id',
  'email',
  'customer',
  'product_name',
  'img',
  'price_cents',
  'rating',
  'payment',
  'delivery',
  'created_at',
] as const

export type ShownItem = Pick<CartItemRow, (typeof shown)[number]>

export async function listProducts(db: Db, page: PageOf<ProductSort>): Promise<Sorted<ShownItem>[]> {
  const by = productColumns[page.sort]
  return paged((await products(db, page.filters, by)).select(shown), page, by).execute()
}

export async function listOrders(db: Db, page: PageOf<OrderSort>): Promise<Sorted<OrderRow>[]> {
  const by = orderColumns[page.sort]
  return paged((await orders(db, page.filters, by)).selectAll(), page, by).execute()
}

export async function listUsers(db: Db, page: PageOf<UserSort>): Promise<Sorted<UserRow>[]> {
  const by = userColumns[page.sort]
  return paged((await users(db, page.filters, by)).selectAll(), page, by).execute()
}

export async function countProducts(db: Db, filters: RowFilters): Promise<number> {
  return countUpTo(db, await products(db, filters, byId))
}

export async function countOrders(db: Db, filters: RowFilters): Promise<number> {
  return countUpTo(db, await orders(db, filters, byId))
}

export async function countUsers(db: Db, filters: RowFilters): Promise<number> {
  return countUpTo(db, await users(db, filters, byId))
}

async function products(db: Db, filters: RowFilters, sortedBy: Column) {
  const { email, name } = productColumns
  const conditions = await chooseFilters(db, 'cart_items', { filters, email, name, sortedBy })
  const query = db
    .selectFrom('cart_items')
    .where(({ or, eb }) => or([eb('removed_at', 'is', null), eb('payment', 'is not', null)]))
  return conditions.reduce((some, condition) => some.where(condition), query)
}

async function orders(db: Db, { delivery, ...filters }: RowFilters, sortedBy: Column) {
  const { email, customer } = orderColumns
  const conditions = await chooseFilters(db, 'orders', { filters, email, name: customer, sortedBy })
  conditions.push(...(delivery ? await hasItemIn(db, delivery) : [isFullOrder]))
  return conditions.reduce((some, condition) => some.where(condition), db.selectFrom('orders'))
}

async function users(db: Db, filters: RowFilters, sortedBy: Column) {
  const { email, name } = userColumns
  const conditions = await chooseFilters(db, 'users', { filters, email, name, sortedBy })
  return conditions.reduce(
    (some, condition) => some.where(condition),
    db.selectFrom('users').where('archived_at', 'is', null),
  )
}

function paged<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { sort, direction, place, limit }: PageOf<string>,
  by: Column,
) {
  let rows = query.select(by.as('sorted_by')).orderBy(by, direction).limit(limit)
  if (sort !== 'newest') rows = rows.orderBy(byId, direction)
  return place ? rows.where(after({ by, direction }, place)) : rows
}

/** Counts the rows of a query, but not beyond `MOST_COUNTED`. */
async function countUpTo<TB extends keyof Tables>(
  db: Db,
  query: SelectQueryBuilder<Tables, TB, object>,
): Promise<number> {
  const some = query
    .select(sql`1`.as('one'))
    .limit(MOST_COUNTED)
    .as('some')
  const row = await db
    .selectFrom(some)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirst()
  return row?.rows ?? 0
}

export function findOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  return db.selectFrom('orders').selectAll().where('id', '=', id).where(isFullOrder).executeTakeFirst()
}

/** How many items each of these payments paid for. */
export async function countItemsPaidBy(db: Db, paymentIds: string[]): Promise<Map<string | null, number>> {
  if (paymentIds.length === 0) return new Map()
  const count = db
    .selectFrom('cart_items')
    .select(({ fn }) => ['payment_id', fn.countAll<number>().as('items')])
  const rows = await count.where('payment_id', 'in', paymentIds).groupBy('payment_id').execute()
  return new Map(rows.map(({ payment_id, items }) => [payment_id, items]))
}

/** What each of these payments paid for: the items of an order are those of its payment. */
export async function listItemsPaidBy(
  db: Db,
  paymentIds: string[],
): Promise<Map<string | null, ShownItem[]>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('cart_items')
    .select([...shown, 'payment_id'])
    .where('payment_id', 'in', paymentIds)
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ payment_id }) => payment_id)
}

/** What a payment paid for: how many of a product are in which state of delivery. */
export type PaidProducts = {
  payment_id: string | null
  product_name: string
  delivery: DeliveryState | null
  items: number
}

/** Counts what each of these payments paid for by product and delivery, by name. */
export async function countProductsPaidBy(
  db: Db,
  paymentIds: string[],
): Promise<Map<string | null, PaidProducts[]>> {
  if (paymentIds.length === 0) return new Map()
  const columns = ['payment_id', 'product_name', 'delivery'] as const
  const rows = await db
    .selectFrom('cart_items')
    .select(columns)
    .select(({ fn }) => fn.countAll<number>().as('items'))
    .where('payment_id', 'in', paymentIds)
    .groupBy(columns)
    .orderBy('product_name')
    .execute()
  return Map.groupBy(rows, ({ payment_id }) => payment_id)
}

/** One step of one item, and the user who moves it. */
export type Step = { id: string; from: DeliveryState; to: DeliveryState; by: string }

/** Moves a paid item on and returns it, or returns nothing if it is not in the state that it was seen in. */
export function moveItem(db: Db, { id, from, to, by }: Step): Promise<CartItemRow | undefined> {
  return db
    .updateTable('cart_items')
    .set({ delivery: to === 'Ordered' ? null : to, moved_by: by })
    .where('id', '=', id)
    .where('payment', '=', 'OK')
    .where('delivery', from === 'Ordered' ? 'is' : '=', from === 'Ordered' ? null : from)
    .returningAll()
    .executeTakeFirst()
}

export type MovedItem = Pick<CartItemRow, 'id' | 'payment' | 'delivery' | 'moved_by'> & {
  mover: string | null
}

/** Where these items are now, and the name of the user who moved each last. */
export async function findMovedItems(db: Db, ids: string[]): Promise<MovedItem[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('cart_items')
    .leftJoin('users', 'users.id', 'cart_items.moved_by')
    .select([
      'cart_items.id',
      'cart_items.payment',
      'cart_items.delivery',
      'cart_items.moved_by',
      'users.name as mover',
    ])
    .where('cart_items.id', 'in', ids)
    .execute()
}

type Span = { from: number; to: number }

/** How many payments paid for items in this time. */
export async function countPaidOrders(db: Db, { from, to }: Span): Promise<number> {
  const row = await db
    .selectFrom('cart_items')
    .select(({ fn }) => fn.count<number>('payment_id').distinct().as('orders'))
    .where('paid_at', '>=', from)
    .where('paid_at', '<', to)
    .executeTakeFirst()
  return row?.orders ?? 0
}

/** How many payments started in this time have been answered, and how many of them went through. */
export async function countAnsweredPayments(
  db: Db,
  { from, to }: Span,
): Promise<{ answered: number; accepted: number }> {
  const rows = await db
    .selectFrom('payments')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('id', '>=', firstIdAt(from))
    .where('id', '<', firstIdAt(to))
    .groupBy('status')
    .execute()
  const count = (status: string) => rows.find((row) => row.status === status)?.count ?? 0
  return { answered: count('succeeded') + count('failed'), accepted: count('succeeded') }
}

export type Sold = { product_name: string; sold: number; cents: number }

/** What was paid for between two moments, by product. */
export function sumSold(db: Db, { from, to }: Span): Promise<Sold[]> {
  return db
    .selectFrom('cart_items')
    .select(({ fn }) => [
      'product_name',
      fn.countAll<number>().as('sold'),
      sql<number>`cast(sum(price_cents) as bigint)`.as('cents'),
    ])
    .where('paid_at', '>=', from)
    .where('paid_at', '<', to)
    .groupBy('product_name')
    .execute()
}
