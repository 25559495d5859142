import { sql } from 'kysely'
import type { Checkout } from '#contract/selling/settings.ts'
import { shownEmail } from '#contract/values/mails.ts'
import { giftOf } from '#server/orders/gift-of.ts'
import type { Db } from '#server/shop-database.ts'
import type { SearchEntryRow } from '#server/tables.ts'

/** What the search of the dashboard finds, besides products. */
export type EntryKind = 'order' | 'account' | 'message'

/** Where the positions of each kind begin. The triggers of the migration `0045_dashboard_search` have the same numbers. */
export const START: Record<EntryKind, number> = { order: 0, account: 1e12, message: 2e12 }

/** The number of positions of each kind. */
export const SPAN = 1e12

export type Entry = Pick<SearchEntryRow, 'position' | 'ref'>

/** Returns the orders among these entries, with their coffees, and the address of the parcel if there is one. */
export async function readOrders(db: Db, entries: Entry[]) {
  const numbers = entries.map(({ position }) => position).filter((position) => position < START.account)
  if (numbers.length === 0) return []
  const orders = await db
    .selectFrom('orders')
    .leftJoin('orders_to_erase', 'orders_to_erase.order_id', 'orders.id')
    .leftJoin('checkouts', (join) =>
      join
        .onRef('checkouts.payment_id', '=', 'orders.payment_id')
        .onRef('checkouts.user_id', '=', 'orders.user_id'),
    )
    .select(['orders.id', 'orders.number as position', 'orders.email', 'orders.customer', 'orders.state'])
    .select([
      giftOf('orders'),
      'orders.created_at',
      'orders.payment_id',
      'checkouts.data',
      'orders_to_erase.order_id as erased',
    ])
    .where('orders.number', 'in', numbers)
    .execute()
  if (orders.length === 0) return []
  // Lines have an index by their payment, and none by their order.
  const payments = orders.map(({ payment_id }) => payment_id)
  const lines = await db
    .selectFrom('cart_items')
    .select(['order_id', 'product_name', 'brand', 'bag'])
    .where('payment_id', 'in', payments)
    .execute()
  const linesOf = Map.groupBy(lines, ({ order_id }) => order_id)
  return orders.map(({ data, ...order }) => {
    const sold = linesOf.get(order.id) ?? []
    // Of a person whose account is deleted, nothing but the coffees is found and shown.
    if (order.erased !== null) return { ...order, customer: '', email: '', address: null, lines: sold }
    const checkout: Checkout | null = data === null ? null : JSON.parse(data)
    return { ...order, email: shownEmail(order.email), address: checkout?.address ?? null, lines: sold }
  })
}

/** Returns the accounts and the messages among these entries. The message of an account is empty. */
export async function readPeople(db: Db, entries: Entry[]) {
  const positions = new Map(entries.map(({ ref, position }) => [ref, position]))
  const ids = [...positions.keys()].filter((id) => id !== null)
  if (ids.length === 0) return []
  const accounts = db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'created_at', sql<string>`''`.as('message')])
    .where('archived_at', 'is', null)
    .where('id', 'in', ids)
  const messages = db
    .selectFrom('messages')
    .select(['id', 'name', 'email', 'created_at', 'message'])
    .where('id', 'in', ids)
  const rows = await accounts.unionAll(messages).execute()
  return rows.map((row) => ({ ...row, position: positions.get(row.id) ?? 0 }))
}
