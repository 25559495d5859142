import type { FastifyReply } from 'fastify'
import type { FullOrder, OrderedProduct } from '#contract/orders.ts'
import type { User } from '#contract/users.ts'
import { Problem } from '#contract/errors.ts'
import type { NewestQuery, OrdersQuery, ProductsQuery, UsersQuery } from '#contract/paging.ts'
import type { Dashboard } from './dashboard.ts'
import { presentFullOrder, presentOrderedProduct, presentUser } from './present.ts'
import {
  countItemsPaidBy,
  findOrder,
  listItemsPaidBy,
  listOrders,
  listProducts,
  listUsers,
} from './queries.ts'
import type { PageOf } from './queries.ts'
import type { OrderRow } from '#server/tables.ts'
import { linkNext, readPage } from './read-page.ts'

/** A page of a table, with the place of the next one in the answer's `Link` header. */
type Asked<Q> = { query: Q; reply: FastifyReply }

export async function productRows(
  { database }: Dashboard,
  { query, reply }: Asked<ProductsQuery>,
): Promise<OrderedProduct[]> {
  const page = readPage(query, 'newest')
  const rows = await listProducts(readerFor(database, page), page)
  linkNext(reply, rows, { query, limit: page.limit })
  return rows.map(presentOrderedProduct)
}

export async function orderRows(
  { database }: Dashboard,
  { query, reply }: Asked<OrdersQuery>,
): Promise<FullOrder[]> {
  const page = readPage(query, 'newest')
  const found = await listOrders(readerFor(database, page), page)
  const rows = await withFewItems(database, found)
  linkNext(reply, rows, { query, limit: rows.length < found.length ? rows.length : page.limit })
  const items = await listItemsPaidBy(
    database.read,
    rows.map(({ payment_id }) => payment_id),
  )
  return rows.map((row) => presentFullOrder(row, items.get(row.payment_id)))
}

/** Orders are as long as people make them: a page ends before it has more items than this. */
const MOST_ITEMS_SHOWN = 1000

async function withFewItems<R extends Pick<OrderRow, 'payment_id'>>(
  { read }: Dashboard['database'],
  rows: R[],
): Promise<R[]> {
  const counts = await countItemsPaidBy(
    read,
    rows.map(({ payment_id }) => payment_id),
  )
  let items = 0
  return rows.filter(({ payment_id }) => (items += counts.get(payment_id) ?? 0) <= MOST_ITEMS_SHOWN)
}

export async function oneOrder({ database }: Dashboard, id: string): Promise<FullOrder | Problem> {
  const order = await findOrder(database.read, id)
  if (!order) return new Problem('not-found')
  const items = await listItemsPaidBy(database.read, [order.payment_id])
  return presentFullOrder(order, items.get(order.payment_id))
}

export async function userRows(
  { database }: Dashboard,
  { query, reply }: Asked<UsersQuery>,
): Promise<User[]> {
  const page = readPage(query, 'newest')
  const rows = await listUsers(readerFor(database, page), page)
  linkNext(reply, rows, { query, limit: page.limit })
  return rows.map(presentUser)
}

/** Walking an index is quick wherever it begins; what a filter lets through may lie far apart. */
function readerFor(
  { read, longRead }: Dashboard['database'],
  { filters }: PageOf<string>,
): Dashboard['database']['read'] {
  return Object.keys(filters).length > 0 ? longRead : read
}

type NewestPage = { before: string | null; limit: number }

/** Tables that only come newest first go on before an id. */
export async function newestRows<R extends { _id: string }>(
  { query, reply }: Asked<NewestQuery>,
  list: (page: NewestPage) => Promise<R[]>,
): Promise<R[]> {
  const { place, limit } = readPage<'newest'>(query, 'newest')
  const rows = await list({ before: place?.[1] ?? null, limit })
  const places = rows.map(({ _id }) => ({ id: _id, sorted_by: _id }))
  linkNext(reply, places, { query, limit })
  return rows
}
