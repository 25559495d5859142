import { mailboxOf } from '#server/identity/links/mail-limits.ts'
import type { Db } from '#server/shop-database.ts'

/**
 * Who buys, as far as it is known. `email` is null for a visitor who has not entered it yet, and `userId` for one who has no
 * account. To discounts, all guests and accounts with one mailbox are the same person.
 */
export type Buyer = { userId: string | null; email: string | null }

/** Returns the text by which the uses of a person are counted, or null if the person is not known yet. */
export function personOf({ userId, email }: Buyer): string | null {
  return email ? mailboxOf(email) : userId
}

/** Returns the buyer with this id. A user who does not exist has no email address. */
export async function findBuyer(db: Db, userId: string): Promise<Buyer> {
  const user = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  return { userId, email: user?.email ?? null }
}

/** How many guests with one mailbox are looked at. A database takes only so many ids in a statement. */
const MAX_SAME = 1000

/** Returns whether a person has an order that was neither cancelled nor refunded. */
export async function hasOrdered(db: Db, { userId, email }: Buyer): Promise<boolean> {
  const same = await db
    .selectFrom('users')
    .select('id')
    .where(({ or, and, eb }) =>
      or([
        eb('id', '=', userId ?? ''),
        eb('mailbox', '=', email ? mailboxOf(email) : null),
        and([eb('email', '=', email ?? ''), eb('mailbox', 'is', null), eb('archived_at', 'is', null)]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(MAX_SAME)
    .execute()
  if (same.length === 0) return false
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where(
      'user_id',
      'in',
      same.map(({ id }) => id),
    )
    .where('state', 'not in', ['cancelled', 'refunded'])
    .limit(1)
    .executeTakeFirst()
  return order !== undefined
}
