import { wrongField } from '#contract/errors.ts'
import type { Problem } from '#contract/errors.ts'
import { changeGuestEmail } from '#server/guests/guests.ts'
import { moveUnsentMails } from '#server/mail/outbox.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import { findCustomer, findOrder, lockOrder } from '../queries.ts'

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
 * Gives the order of a guest another email address, to which its mails go that are not sent yet. The guest gets it, too,
 * since the order is given to the account with the address of the guest. Returns a problem if the order belongs to an
 * account already: its owner would still see it.
 */
export async function changeEmail(tx: Db, order: OrderRow, email: string): Promise<Problem | undefined> {
  const { id, user_id, email: former } = order
  if (!(await changeGuestEmail(tx, { id: user_id, email }))) {
    const owner = await findCustomer(tx, user_id)
    return wrongField('email', `This order belongs to the account ${owner?.email ?? former}.`)
  }
  await tx.updateTable('orders').set({ email }).where('id', '=', id).where('user_id', '=', user_id).execute()
  await moveUnsentMails(tx, { orderId: id, from: former, to: email })
  // Also those of other orders of the guest: the lines of a person are found by the current address.
  await tx.updateTable('cart_items').set({ email }).where('user_id', '=', user_id).execute()
  return undefined
}
