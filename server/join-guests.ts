import { sql } from 'kysely'
import { BY_HAND } from '#contract/selling/gateways.ts'
import { deleteCart, lockUser } from './cart/cart.ts'
import { archiveGuest, listGuests } from './identity/guests/guests.ts'
import type { JoinGuests } from './identity/identity.ts'
import { findAccount } from './identity/queries.ts'
import type { Db } from './shop-database.ts'

/** The tables with what a person has ordered and paid, by the id of the user. */
const TABLES = ['payments', 'orders', 'cart_items', 'checkouts'] as const

/**
 * Gives a user with a confirmed email address the orders and payments of the guests with the same address. A guest with a
 * payment that may still succeed is left until the next time, because the payment is found by the id of its user.
 */
export const joinGuests: JoinGuests = async ({ read, write }, { id, subject, email }) => {
  const guests = await listGuests(read, email)
  if (guests.length === 0 || (await findAccount(read, subject))?.confirmed !== 1) return
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
