import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { Checkout } from '#contract/selling/settings.ts'
import { ADDRESS_CORRECTED } from '#server/audit/write-audit.ts'
import { forgetPerson } from '#server/discounts/claim-uses.ts'
import { DELETED_USER } from '#server/identity/users/delete-user.ts'
import { deleteMailsAbout } from '#server/mail/outbox.ts'
import { now } from '#server/platform/clock.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import type { OrderToEraseRow } from '#server/tables/account-rows.ts'
import { ordersOf } from './queries.ts'

/**
 * Stores the list of the orders of a user who is being deleted, so that `eraseOrders` finds them later. Deletes what the
 * user has agreed to, with the address, in the checkouts of payments that have failed without an order. A payment that is
 * pending may still lead to an order.
 */
export async function planErasure(tx: Db, { id, email }: { id: string; email: string }): Promise<void> {
  const orders = ordersOf(tx, { userId: id, email })
  await forgetPerson(tx, orders.select('payment_id').$asScalar())
  const failed = tx.selectFrom('payments').select('id').where('user_id', '=', id)
  await forgetPerson(tx, failed.where('status', '=', sql.lit('failed')).$asScalar())
  await tx
    .insertInto('orders_to_erase')
    .columns(['order_id', 'payment_id', 'user_id', 'ordered_at'])
    .expression(orders.select(['id', 'payment_id', 'user_id', 'created_at']))
    .execute()
  // An order whose address was corrected has another one than the account.
  const corrected = await orders.select('orders.id').where('orders.email', '<>', email).execute()
  for (const order of corrected) await deleteMailsAbout(tx, order.id)
  await tx
    .deleteFrom('checkouts')
    .where('user_id', '=', id)
    .where('payment_id', 'in', ({ selectFrom }) =>
      selectFrom('payments').select('id').where('user_id', '=', id).where('status', '=', sql.lit('failed')),
    )
    .where('payment_id', 'not in', orders.select('payment_id'))
    .execute()
}

/** The number of orders that are erased in one transaction. */
const BATCH = 50

/**
 * Erases name, address, email address and notes from the orders of deleted users that are older than `years` years, and
 * from the mails and the entries of the audit log about them. What was sold, for how much, and the tax stay in the books.
 */
export async function eraseOrders(database: ShopDatabase, years: number): Promise<void> {
  const date = new Date(now())
  const before = date.setUTCFullYear(date.getUTCFullYear() - years)
  for (let erased = BATCH; erased === BATCH;) erased = await eraseBatch(database, before)
}

/** Returns the number of orders that were erased. */
async function eraseBatch(database: ShopDatabase, before: number): Promise<number> {
  const due = await database.read
    .selectFrom('orders_to_erase')
    .selectAll()
    .where('ordered_at', '<', before)
    .orderBy('ordered_at')
    .limit(BATCH)
    .execute()
  if (due.length === 0) return 0
  const orders = await listOrdersInRecords(database, due)
  const emails = [...new Set(orders.flatMap((order) => order.emails))]
  const ids = await listEntriesAbout(database.longRead, orders, emails)
  await database.write(async ({ tx }) => {
    for (const { id } of orders) await deleteMailsAbout(tx, id)
    for (const email of emails) await eraseInEntries(tx, ids, email)
    for (const order of due) await eraseOrder(tx, order)
  })
  return due.length
}

async function eraseOrder(tx: Db, { order_id, payment_id, user_id }: OrderToEraseRow): Promise<void> {
  const { name: customer, email } = DELETED_USER
  const person = { customer, email }
  const isOwn = { order_id, user_id }
  await tx
    .updateTable('orders')
    .set({ ...person, tracking_url: null, carrier: null, tracking_number: null, told_url: null })
    .where('id', '=', order_id)
    .where('user_id', '=', user_id)
    .execute()
  await tx
    .updateTable('cart_items')
    .set(person)
    .where((eb) => eb.and(isOwn))
    .execute()
  const own = { payment_id, user_id }
  const checkouts = tx
    .selectFrom('checkouts')
    .select('data')
    .where((eb) => eb.and(own))
  for (const { data } of await checkouts.execute()) {
    const checkout: Checkout = JSON.parse(data)
    const erased = JSON.stringify({
      ...checkout,
      address: erasedAddress(checkout),
      addressLines: [],
      note: '',
    })
    await tx
      .updateTable('checkouts')
      .set({ data: erased })
      .where((eb) => eb.and(own))
      .execute()
  }
  await tx.deleteFrom('order_notes').where('order_id', '=', order_id).execute()
  await tx
    .deleteFrom('orders_to_erase')
    .where((eb) => eb.and(isOwn))
    .execute()
}

/** Returns the country to which an order was sent, which the books need for its tax, and nothing else of its address. */
function erasedAddress({ address }: Checkout): Checkout['address'] {
  const nothing = {
    name: '',
    company: '',
    line1: '',
    line2: '',
    city: '',
    region: '',
    postcode: '',
    phone: '',
  }
  return address && { ...nothing, country: address.country }
}

/**
 * An order, the email addresses that its customer has had, and what entries of the audit log about it have as their
 * subject.
 */
type OrderInRecords = { id: string; emails: string[]; subjects: string[] }

/** Reads how these orders are named in mails and in the audit log. */
async function listOrdersInRecords(
  { read: db, longRead }: ShopDatabase,
  due: OrderToEraseRow[],
): Promise<OrderInRecords[]> {
  const ids = due.map(({ order_id }) => order_id)
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'number', 'email', 'payment_id'])
    .where('id', 'in', ids)
    .execute()
  const all = await db
    .selectFrom('cart_items')
    .select(['order_id', 'product_name', 'email'])
    .where('order_id', 'in', ids)
    .execute()
  const linesOf = Map.groupBy(all, ({ order_id }) => order_id)
  const formerOf = await listFormerEmails(longRead, orders)
  return orders.map(({ id, number, email, payment_id }) => {
    const lines = linesOf.get(id) ?? []
    return {
      id,
      // The lines have the address that the customer had last, and the order the one from when it was placed.
      emails: [...new Set([email, ...lines.map((line) => line.email), ...(formerOf.get(number) ?? [])])],
      subjects: [`Order ${number}`, `Payment ${payment_id}`, ...lines.map((line) => line.product_name)],
    }
  })
}

/** Returns the email addresses that orders had before they were corrected, by number. The audit log begins with them. */
async function listFormerEmails(db: Db, orders: Pick<OrderRow, 'number'>[]): Promise<Map<number, string[]>> {
  const numbers = new Map(orders.map(({ number }) => [`Order ${number}`, number]))
  if (numbers.size === 0) return new Map()
  const rows = await db
    .selectFrom('audit')
    .select(['subject', 'detail'])
    .where('action', '=', ADDRESS_CORRECTED)
    .where('subject', 'in', [...numbers.keys()])
    .execute()
  const bySubject = Map.groupBy(rows, ({ subject }) => numbers.get(subject) ?? 0)
  return new Map(
    [...bySubject].map(([number, found]) => [number, found.map(({ detail }) => detail.replace(/: .*/, ''))]),
  )
}

/**
 * Lists the ids of the entries of the audit log about these orders that begin with one of these addresses. There is no
 * index for this, so the whole audit log is read, outside of the transaction.
 */
async function listEntriesAbout(db: Db, orders: OrderInRecords[], emails: string[]): Promise<string[]> {
  if (orders.length === 0) return []
  const subjects = new Set(orders.flatMap((order) => order.subjects))
  const rows = await db
    .selectFrom('audit')
    .select('id')
    .where('subject', 'in', [...subjects])
    .where(({ or }) => or(emails.map(isAbout)))
    .execute()
  return rows.map(({ id }) => id)
}

/** Replaces the email address of a customer in these entries. */
async function eraseInEntries(tx: Db, ids: string[], email: string): Promise<void> {
  if (ids.length === 0) return
  const detail = sql<string>`${asText(DELETED_USER.email)} || substr(detail, length(${asText(email)}) + 1)`
  await tx.updateTable('audit').set({ detail }).where('id', 'in', ids).where(isAbout(email)).execute()
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
