import { deleteCart, lockUser } from './cart/cart.ts'
import { archiveGuest, isAddressUsed, WATCHING_SUBJECTS } from './guests/guests.ts'
import { deleteMailsTo, deleteWatchMails } from './mail/outbox.ts'
import { DAY_MS, now } from './platform/clock.ts'
import type { ShopDatabase } from './shop-database.ts'
import { eraseConsents } from './subscriptions/cards/drop-cards.ts'
import { endSubscriptions } from './subscriptions/end-subscriptions.ts'
import { deleteWatches } from './stock/watch-product.ts'
import type { UserRow } from './tables.ts'
import { isPaying } from './account/delete-account.ts'
import { eraseOrders, planErasure } from './account/erase-orders.ts'

/** When guests without an order are erased, in milliseconds after their first checkout. */
const UNPAID_MS = 30 * DAY_MS

const YEAR_MS = 365 * DAY_MS

/**
 * Erases guests without an order 30 days after their checkout, those who wait for a mail about a product after a year, and
 * all other guests after `years` years, but no guest whose subscription has not ended. The recipient of a gift has no order at
 * first. Erases the mails about such products 30 days after they were written, and after `years` years also the orders of guests
 * and of deleted users, and the consents to charge cards after three years.
 */
export async function erasePeople(database: ShopDatabase, years: number): Promise<void> {
  await eraseGuests(database, years)
  const to = now() - UNPAID_MS
  await database.write(({ tx }) => deleteWatchMails(tx, { from: to - UNPAID_MS, to }))
  await eraseOrders(database, years)
  await eraseConsents(database)
}

/**
 * Of the younger guests, only those are looked at that became 30 days old in the last year. The recipient of a gift may end it unused
 * after months, and the shop may have been off.
 */
async function eraseGuests(database: ShopDatabase, years: number): Promise<void> {
  const date = new Date(now())
  const old = date.setUTCFullYear(date.getUTCFullYear() - years)
  const due = now() - UNPAID_MS
  const guests = database.longRead
    .selectFrom('users')
    .selectAll()
    .where('mailbox', 'is not', null)
    .where('archived_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('subscriptions')
            .select('subscriptions.id')
            .whereRef('subscriptions.user_id', '=', 'users.id')
            .where('subscriptions.state', '!=', 'ended'),
        ),
      ),
    )
  const withoutOrder = guests
    .where('created_at', '<', due)
    .where('created_at', '>', due - YEAR_MS)
    .where(({ not, exists, selectFrom }) =>
      // Orders are found by their lines, because these have an index by email address.
      not(
        exists(
          selectFrom('cart_items')
            .select('cart_items.id')
            .whereRef('cart_items.email', '=', 'users.email')
            .whereRef('cart_items.user_id', '=', 'users.id')
            .where('cart_items.order_id', 'is not', null),
        ),
      ),
    )
    .where('subject', 'not like', WATCHING_SUBJECTS)
  const watching = guests
    .where('subject', 'like', WATCHING_SUBJECTS)
    .where('created_at', '<', now() - YEAR_MS)
  for (const guest of await watching.execute()) await eraseGuest(database, guest)
  for (const guest of await withoutOrder.execute()) await eraseGuest(database, guest)
  for (const guest of await guests.where('created_at', '<', old).execute()) await eraseGuest(database, guest)
}

/** Erases a guest, unless a payment may still lead to an order. */
async function eraseGuest({ write }: ShopDatabase, guest: UserRow): Promise<void> {
  await write(async ({ tx }) => {
    // A checkout of the guest at the same moment waits for this lock.
    await lockUser(tx, guest.id)
    if (await isPaying(tx, guest.id)) return
    await deleteCart(tx, guest)
    await deleteWatches(tx, guest.id)
    await endSubscriptions(tx, guest.id)
    await planErasure(tx, guest)
    await archiveGuest(tx, guest.id)
    // Mails about a payment without an order are found by the address only, which other people can have, too.
    if (!(await isAddressUsed(tx, guest.email))) await deleteMailsTo(tx, guest.email)
  })
}
