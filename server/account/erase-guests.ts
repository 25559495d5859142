import { deleteCart } from '#server/cart/cart.ts'
import { archiveGuest } from '#server/identity/guests/guests.ts'
import { now } from '#server/platform/clock.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { UserRow } from '#server/tables.ts'
import { isPaying } from './delete-account.ts'
import { planErasure } from './erase-orders.ts'

const DAY_MS = 24 * 60 * 60_000

/** When guests without an order are erased, in milliseconds after their first checkout. */
const UNPAID_MS = 30 * DAY_MS

/**
 * Erases guests: those without an order 30 days after their checkout, and all others after `years` years, as the orders of
 * deleted users are. It runs once a day. So of the younger ones, only those are looked at that became 30 days old in the last
 * month.
 */
export async function eraseGuests(database: ShopDatabase, years: number): Promise<void> {
  const date = new Date(now())
  const old = date.setUTCFullYear(date.getUTCFullYear() - years)
  const due = now() - UNPAID_MS
  const guests = database.longRead
    .selectFrom('users')
    .selectAll()
    .where('mailbox', 'is not', null)
    .where('archived_at', 'is', null)
  const withoutOrder = guests
    .where('created_at', '<', due)
    .where('created_at', '>', due - UNPAID_MS)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('orders').select('orders.id').whereRef('orders.user_id', '=', 'users.id'))),
    )
  for (const guest of await withoutOrder.execute())
    if (!(await isPaying(database.read, guest.id))) await eraseGuest(database, guest)
  for (const guest of await guests.where('created_at', '<', old).execute()) await eraseGuest(database, guest)
}

async function eraseGuest({ write }: ShopDatabase, guest: UserRow): Promise<void> {
  await write(async ({ tx }) => {
    await deleteCart(tx, guest)
    await planErasure(tx, guest)
    await archiveGuest(tx, guest.id)
  })
}
