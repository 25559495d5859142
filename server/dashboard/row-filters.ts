import { sql } from 'kysely'
import type { Expression, Kysely, RawBuilder, SqlBool } from 'kysely'
import type { DeliveryState } from '#contract/values/states.ts'
import type { Tables } from '#server/tables.ts'
import { beginsWith } from './keyset.ts'

type Db = Kysely<Tables>
type Table = 'cart_items' | 'orders' | 'users'

/** What the rows of a table must be like. Rows are as old as their ids: from `fromId` on, and before `untilId`. */
export type RowFilters = {
  email?: string
  name?: string
  payment?: 'OK' | 'NOT OK'
  delivery?: DeliveryState
  fromId?: string
  untilId?: string
}

/** An expression that an index is on. */
export type Column = RawBuilder<string | number>

export type Filter = Expression<SqlBool>

/** How far an item has come, as the index of `db/migrations/0010_delivery.sql` has it; 0 is not paid. */
export const progress: Column = sql`(CASE WHEN payment IS NULL THEN 0 WHEN delivery IS NULL THEN 1 WHEN delivery = 'Packed' THEN 2 WHEN delivery = 'Sent' THEN 3 ELSE 4 END)`

const PROGRESS: Record<DeliveryState, number> = { Ordered: 1, Packed: 2, Sent: 3, Delivered: 4 }

/** Rows in the order in which they were made. */
export const byId: Column = sql`id`

/** Up to this many rows that a filter lets through are quickly sorted; with more, the sorted index is walked instead. */
const FEW = 1000

type Choice = { filters: RowFilters; email: Column; name: Column; sortedBy: Column }

/**
 * The filters as conditions that lead the database to the right index. A filter that few rows pass is looked up in its
 * own index. One that many rows pass is checked along the index of the order, where enough rows are found soon.
 */
export async function chooseFilters(
  db: Db,
  table: Table,
  { filters, email, name, sortedBy }: Choice,
): Promise<Filter[]> {
  const conditions = conditionsOf(filters, { email, name })
  return Promise.all(
    conditions.map(async ({ column, indexed, check }) => {
      const inOrder = column === sortedBy || (indexed === 'with id' && sortedBy === byId)
      const lookedUp = inOrder || (indexed !== 'in order only' && !(await manyPass(db, table, check(column))))
      return check(lookedUp ? column : unindexed(column))
    }),
  )
}

type Condition = {
  column: Column
  /** Whether the rows found in the index are few enough to be worth it, and whether they come in the order of their ids. */
  indexed: 'if few' | 'with id' | 'in order only'
  check: (column: Column) => Filter
}

function conditionsOf(
  { email, name, payment, delivery, fromId, untilId }: RowFilters,
  columns: { email: Column; name: Column },
): Condition[] {
  const conditions: Condition[] = []
  if (email)
    conditions.push({
      column: columns.email,
      indexed: 'if few',
      check: (column) => beginsWith(column, email),
    })
  if (name)
    conditions.push({ column: columns.name, indexed: 'if few', check: (column) => beginsWith(column, name) })
  if (payment === 'OK')
    conditions.push({
      column: progress,
      indexed: 'in order only',
      check: (column) => sql<SqlBool>`${column} > 0`,
    })
  if (payment === 'NOT OK')
    conditions.push({ column: progress, indexed: 'with id', check: (column) => sql<SqlBool>`${column} = 0` })
  if (delivery)
    conditions.push({
      column: progress,
      indexed: 'with id',
      check: (column) => sql<SqlBool>`${column} = ${sql.lit(PROGRESS[delivery])}`,
    })
  if (fromId || untilId)
    conditions.push({ column: byId, indexed: 'if few', check: (column) => between(column, fromId, untilId) })
  return conditions
}

function between(column: Column, from: string | undefined, until: string | undefined): Filter {
  if (from && until) return sql<SqlBool>`${column} >= ${from} AND ${column} < ${until}`
  return from ? sql<SqlBool>`${column} >= ${from}` : sql<SqlBool>`${column} < ${until}`
}

/** Full orders with an item in this state of delivery: looked up from the items while those are few. */
export async function hasItemIn(db: Db, delivery: DeliveryState): Promise<Filter[]> {
  const state = sql.lit(PROGRESS[delivery])
  if (await manyPass(db, 'cart_items', sql<SqlBool>`${progress} = ${state}`)) {
    return [
      isFullOrder,
      sql<SqlBool>`EXISTS (SELECT 1 FROM cart_items WHERE cart_items.payment_id = orders.payment_id AND ${unindexed(progress)} = ${state})`,
    ]
  }
  // The indexes of full orders are hidden from the planner here: without statistics it would prefer them to the few ids.
  return [
    sql<SqlBool>`${unindexed(sql`kind`)} = 'full'`,
    sql<SqlBool>`payment_id IN (SELECT payment_id FROM cart_items WHERE ${progress} = ${state} AND payment_id IS NOT NULL)`,
  ]
}

/** The lists of orders show full orders only. Not a parameter: the partial indexes are chosen by this text. */
export const isFullOrder = sql<SqlBool>`kind = 'full'`

/** The rows of each table that its indexes have. */
const indexedRows: Record<Table, Filter> = {
  cart_items: sql<SqlBool>`true`,
  orders: isFullOrder,
  users: sql<SqlBool>`archived_at IS NULL`,
}

async function manyPass(db: Db, table: Table, filter: Filter): Promise<boolean> {
  const indexed = indexedRows[table]
  const row = await db
    .selectFrom(table)
    .select(sql`1`.as('one'))
    .where(indexed)
    .where(filter)
    .offset(FEW)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The same value as an expression that no index is on. */
function unindexed(column: Column): Column {
  return column === progress ? sql`(${column} + 0)` : sql`(${column} || '')`
}
