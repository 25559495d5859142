import { sql } from 'kysely'
import { BY_HAND } from '#contract/selling/gateways.ts'
import { changeLineEmails, deleteCart } from './cart/cart.ts'
import { deleteAddresses } from './checkout/addresses.ts'
import { planErasure } from './account/erase-orders.ts'
import { archiveGuest, hasGuests, lockGuests } from './guests/guests.ts'
import type { JoinGuests, OnEmailChanged } from './identity/record-user.ts'
import type { LeavingUser } from './identity/users/delete-user.ts'
import { deleteMailsFrom, deleteMailsTo, moveMails } from './mail/outbox.ts'
import { deleteMessagesFrom, moveMessages } from './messages/delete-messages.ts'
import { deleteReviewsOf } from './reviews/own-review.ts'
import type { Db, ShopWrite } from './shop-database.ts'
import type { UserRow } from './tables.ts'
import { deleteLinks, endSubscriptions, moveSubscriptions } from './subscriptions/end-subscriptions.ts'
import { deleteWatches, moveWatches } from './stock/watch-product.ts'

/**
 * Deletes what the shop stores about a user whose account is deleted: the cart, the saved addresses, the requests for
 * mails about sold-out products, the reviews, the saved cards, and the mails. Subscriptions end. Messages of the contact form
 * are deleted if the user has confirmed the address, because anyone can write any address into that form. Orders are kept with
 * the addresses to which they were sent, until the time after which these are erased.
 */
export async function forgetUser(write: ShopWrite, user: LeavingUser): Promise<void> {
  const { tx } = write
  await deleteCart(tx, user)
  await deleteAddresses(tx, user.id)
  await deleteWatches(tx, user.id)
  await deleteReviewsOf(write, user.id)
  await endSubscriptions(tx, user.id)
  // A guest can have the same address. A user who has not confirmed it must not delete the guest's mails.
  if (user.emailVerified || !(await hasGuests(tx, user.email))) await deleteMailsTo(tx, user.email)
  if (user.emailVerified) {
    await deleteMailsFrom(tx, user.email)
    await deleteMessagesFrom(tx, user.email)
  }
  await planErasure(tx, user)
}

/**
 * Replaces a user's former email address in the lines of the user's carts and orders and, if the address was the user's, in the
 * mails to and from it and in the messages of the contact form. Links to subscriptions that were mailed to the former address end.
 */
export const followNewEmail: OnEmailChanged = async (tx, change) => {
  await changeLineEmails(tx, change)
  if (change.isProven) {
    await moveMails(tx, change)
    await moveMessages(tx, change)
  }
  await deleteLinks(tx, change.userId)
}

/**
 * Gives a user the orders, payments and watched products of the guests with the same address. A guest with a payment that
 * may still succeed is left until the next time, because the payment is found by the id of its user.
 */
export const joinGuests: JoinGuests = async ({ read, write }, { id, email }) => {
  if (!(await hasGuests(read, email))) return
  await write(async ({ tx, publish }) => {
    for (const guest of await lockGuests(tx, email)) {
      if (await isPayingOnline(tx, guest.id)) continue
      await deleteCart(tx, guest)
      await giveOrders(tx, guest, id)
      await moveWatches(tx, guest.id, id)
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

/**
 * Gives a user all payments and subscriptions of a guest, with their orders, their lines, and what the guest has agreed to. A
 * subscription that is a gift can be without a payment.
 */
async function giveOrders(tx: Db, guest: UserRow, user_id: string): Promise<void> {
  await moveSubscriptions(tx, guest.id, user_id)
  const ids = await listPaymentIds(tx, guest)
  if (ids.length === 0) return
  await tx.updateTable('payments').set({ user_id }).where('id', 'in', ids).execute()
  for (const table of ['orders', 'cart_items', 'checkouts'] as const)
    await tx
      .updateTable(table)
      .set({ user_id })
      .where('payment_id', 'in', ids)
      .where('user_id', '=', guest.id)
      .execute()
}

/** Lists the payments of a guest by two indexes: that of lines by email address, and that of failed payments by user. */
async function listPaymentIds(tx: Db, { id, email }: UserRow): Promise<string[]> {
  const ofLines = await tx
    .selectFrom('cart_items')
    .select('payment_id as id')
    .distinct()
    .where('email', '=', email)
    .where('user_id', '=', id)
    .where('payment_id', 'is not', null)
    .$narrowType<{ id: string }>()
    .execute()
  const failed = await tx
    .selectFrom('payments')
    .select('id')
    .where('user_id', '=', id)
    .where('status', '=', sql.lit('failed'))
    .execute()
  return [...new Set([...ofLines, ...failed].map((payment) => payment.id))]
}
