import { changeLineEmails, deleteCart } from './cart/cart.ts'
import { deleteAddresses } from './checkout/addresses.ts'
import { planErasure } from './account/erase-orders.ts'
import type { OnEmailChanged } from './identity/record-user.ts'
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
