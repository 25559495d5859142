import { changeGuestEmail } from '#server/guests/guests.ts'
import { moveWaitingMails } from '#server/mail/outbox.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import { findOrder, lockOrder } from '../queries.ts'

/**
 * Locks an order and returns it. Its customer is locked first, in the order in which a guest becomes a user, so that the two
 * cannot deadlock. Returns undefined if the order does not exist, or has just been given to another user.
 */
export async function lockWithCustomer(tx: Db, id: string): Promise<OrderRow | undefined> {
  const found = await findOrder(tx, id)
  if (!found) return undefined
  const { user_id } = found
  await tx
    .updateTable('users')
    .set(({ ref }) => ({ role: ref('role') }))
    .where('id', '=', user_id)
    .execute()
  const order = await lockOrder(tx, id)
  return order?.user_id === user_id ? order : undefined
}

/**
 * Gives an order another email address, to which its mails go that are not sent yet. A guest gets it, too, since the order
 * is given to the account with the address of the guest. A user with an account keeps the address of the account.
 */
export async function changeEmail(tx: Db, order: OrderRow, email: string): Promise<void> {
  const { id, user_id, email: former } = order
  await tx.updateTable('orders').set({ email }).where('id', '=', id).where('user_id', '=', user_id).execute()
  await moveWaitingMails(tx, { orderId: id, from: former, to: email })
  const guest = await changeGuestEmail(tx, { id: user_id, email })
  if (guest)
    await tx
      .updateTable('cart_items')
      .set({ email })
      .where('email', '=', former)
      .where('user_id', '=', user_id)
      .execute()
}
