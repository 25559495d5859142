import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { Db } from '#server/shop-database.ts'
import type { OrderToEraseRow } from '#server/tables/account-rows.ts'

/**
 * An order, the email addresses that its customer has had, and what entries of the audit log about it have as their
 * subject.
 */
export type OrderInRecords = { id: string; emails: string[]; subjects: string[] }

/** Reads how these orders are named in mails and in the audit log. */
export async function listOrdersInRecords(db: Db, due: OrderToEraseRow[]): Promise<OrderInRecords[]> {
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'number', 'email', 'payment_id'])
    .where('id', 'in', idsOf(due))
    .execute()
  const all = await db
    .selectFrom('cart_items')
    .select(['order_id', 'product_name', 'email'])
    .where('order_id', 'in', idsOf(due))
    .execute()
  const linesOf = Map.groupBy(all, ({ order_id }) => order_id)
  return orders.map(({ id, number, email, payment_id }) => {
    const lines = linesOf.get(id) ?? []
    return {
      id,
      // The lines have the address that the customer had last, and the order the one from when it was placed.
      emails: [...new Set([email, ...lines.map((line) => line.email)])],
      subjects: [`Order ${number}`, `Payment ${payment_id}`, ...lines.map((line) => line.product_name)],
    }
  })
}

function idsOf(due: OrderToEraseRow[]): string[] {
  return due.map(({ order_id }) => order_id)
}

/**
 * Lists the ids of the entries about these orders that begin with the address of the customer. There is no index for this,
 * so the whole audit log is read.
 */
export async function listEntriesAbout(db: Db, orders: OrderInRecords[]): Promise<string[]> {
  if (orders.length === 0) return []
  const subjects = new Set(orders.flatMap((order) => order.subjects))
  const rows = await db
    .selectFrom('audit')
    .select('id')
    .where('subject', 'in', [...subjects])
    .where(({ or }) => or(emailsOf(orders).map(isAbout)))
    .execute()
  return rows.map(({ id }) => id)
}

type Replacement = { ids: string[]; orders: OrderInRecords[]; email: string }

/** Replaces the email addresses of the customers in these entries by `email`. */
export async function replaceInEntries(tx: Db, { ids, orders, email: next }: Replacement): Promise<void> {
  if (ids.length === 0) return
  for (const email of emailsOf(orders))
    await tx
      .updateTable('audit')
      .set({ detail: sql<string>`${asText(next)} || substr(detail, length(${asText(email)}) + 1)` })
      .where('id', 'in', ids)
      .where(isAbout(email))
      .execute()
}

/** The detail of an entry about an order is the address of the customer, or begins with the address and a colon. */
function isAbout(email: string) {
  const start = sql`${asText(email)} || ': '`
  return sql<SqlBool>`substr(detail || ': ', 1, length(${asText(email)}) + 2) = ${start}`
}

/** PostgreSQL does not know the type of a parameter that is only passed to functions. */
function asText(value: string) {
  return sql`CAST(${value} AS TEXT)`
}

function emailsOf(orders: OrderInRecords[]): string[] {
  return [...new Set(orders.flatMap(({ emails }) => emails))]
}
