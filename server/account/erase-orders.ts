import type { Checkout } from '#contract/selling/settings.ts'
import { DELETED_USER } from '#server/identity/users/deleted-user.ts'
import { deleteMailsAbout } from '#server/mail/mails-of-person.ts'
import { now } from '#server/platform/clock.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { OrderToEraseRow } from '#server/tables/account-rows.ts'
import { listEntriesAbout, listOrdersInRecords, replaceInEntries } from './audit-queries.ts'
import {
  deleteCheckoutsWithoutOrder,
  deleteNotesAndPlan,
  findCheckoutData,
  insertOrdersToErase,
  listOrdersToErase,
  replaceCheckoutData,
  replaceCustomer,
} from './queries.ts'

/**
 * Stores the list of the orders of a user who is being deleted, so that `eraseOrders` finds them later. Deletes the
 * checkouts of the user that have not led to an order.
 */
export async function planErasure(tx: Db, { id, email }: { id: string; email: string }): Promise<void> {
  await insertOrdersToErase(tx, { userId: id, email })
  await deleteCheckoutsWithoutOrder(tx, { userId: id, email })
}

/** The number of orders that are erased in one transaction. */
const BATCH = 50

/**
 * Erases name, address, email address and notes from the orders of deleted users that are older than `years` years, and
 * from the mails and the entries of the audit log about them. What was sold, for how much, and the tax stay in the books.
 */
export async function eraseOrders(database: ShopDatabase, years: number): Promise<void> {
  const before = yearsAgo(years)
  for (let erased = BATCH; erased === BATCH;) erased = await eraseBatch(database, before)
}

/** Returns the number of orders that were erased. */
async function eraseBatch(database: ShopDatabase, before: number): Promise<number> {
  const due = await listOrdersToErase(database.read, { before, most: BATCH })
  if (due.length === 0) return 0
  const orders = await listOrdersInRecords(database.read, due)
  // The audit log can be very long, so it is read outside of the transaction.
  const ids = await listEntriesAbout(database.longRead, orders)
  await database.write(async ({ tx }) => {
    for (const { id: orderId, emails } of orders)
      for (const email of emails) await deleteMailsAbout(tx, { orderId, email })
    await replaceInEntries(tx, { ids, orders, email: DELETED_USER.email })
    for (const order of due) await eraseOrder(tx, order)
  })
  return due.length
}

function yearsAgo(years: number): number {
  const date = new Date(now())
  return date.setUTCFullYear(date.getUTCFullYear() - years)
}

async function eraseOrder(tx: Db, order: OrderToEraseRow): Promise<void> {
  const { name: customer, email } = DELETED_USER
  await replaceCustomer(tx, order, { customer, email })
  const row = await findCheckoutData(tx, order)
  if (row) {
    const checkout: Checkout = JSON.parse(row.data)
    const data = JSON.stringify({ ...checkout, address: null, addressLines: [], note: '' })
    await replaceCheckoutData(tx, { ...order, data })
  }
  await deleteNotesAndPlan(tx, order)
}
