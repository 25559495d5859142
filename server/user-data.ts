import { sql } from 'kysely'
import { BY_HAND } from '#contract/selling/gateways.ts'
import { changeLineEmails, deleteCart, lockUser } from './cart/cart.ts'
import { deleteAddresses } from './checkout/addresses.ts'
import { planErasure } from './account/erase-orders.ts'
import { archiveGuest, listGuests } from './guests/guests.ts'
import type { JoinGuests, OnEmailChanged } from './identity/record-user.ts'
import type { LeavingUser } from './identity/users/delete-user.ts'
import { deleteMailsFrom, deleteMailsTo, moveMails } from './mail/outbox.ts'
import { deleteMessagesFrom } from './messages/delete-messages.ts'
import { deleteReviewsOf } from './reviews/own-review.ts'
import type { Db } from './shop-database.ts'
import { deleteWatches } from './stock/watch-product.ts'

/**
 * Deletes what the shop stores about a user whose account is deleted: the cart, the saved addresses, the requests for
 * mails about sold-out products, the reviews, and the mails. Messages of the contact form are deleted if the user has confirmed the
 * address, because anyone can write any address into that form. Orders are kept with the addresses to which they were
 * sent, until the time after which these are erased.
 */
export async function forgetUser(tx: Db, user: LeavingUser): Promise<void> {
  await deleteCart(tx, user)
  await deleteAddresses(tx, user.id)
  await deleteWatches(tx, user.id)
  await deleteReviewsOf(tx, user.id)
  await deleteMailsTo(tx, user.email)
  if (user.emailVerified) {
    await deleteMailsFrom(tx, user.email)
    await deleteMessagesFrom(tx, user.email)
  }
  await planErasure(tx, user)
}

/** Replaces a user's former email address in the lines of the user's carts and orders, and in the mails to the user. */
export const followNewEmail: OnEmailChanged = async (tx, change) => {
  await changeLineEmails(tx, change)
  await moveMails(tx, change)
}

/** The tables with what a person has ordered and paid, by the id of the user. */
const TABLES = ['payments', 'orders', 'cart_items', 'checkouts'] as const

/**
 * Gives a user the orders and payments of the guests with the same address. A guest with a
 * payment that may still succeed is left until the next time, because the payment is found by the id of its user.
 */
export const joinGuests: JoinGuests = async ({ read, write }, { id, email }) => {
  const guests = await listGuests(read, email)
  if (guests.length === 0) return
  await write(async ({ tx, publish }) => {
    for (const guest of guests) {
      // A checkout of the guest at the same moment waits for this lock.
      await lockUser(tx, guest.id)
      if (await isPayingOnline(tx, guest.id)) continue
      await deleteCart(tx, guest)
      for (const table of TABLES)
        await tx.updateTable(table).set({ user_id: id }).where('user_id', '=', guest.id).execute()
      await archiveGuest(tx, guest.id)
    }
    publish({ type: 'order-changed', userId: id })
  })
}

async function isPayingOnline(tx: Db, userId: string): Promise<boolean> {
  const pending = await tx
    .selectFrom('payments')
    .select('id')
    .where('status', '=', sql.lit('pending'))
    .where('gateway', 'not in', BY_HAND)
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return pending !== undefined
}
