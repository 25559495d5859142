import { sql } from 'kysely'
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

/**
 * Returns whether a person has an order that was neither cancelled nor refunded. Orders have an index by the email address
 * from when they were placed. The databases use it only if `full` is in the SQL text.
 */
export async function hasOrdered(db: Db, { userId, email }: Buyer): Promise<boolean> {
  const order = await db
    .selectFrom('users')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.user_id', '=', 'users.id')
        .onRef('orders.email', '=', 'users.email')
        .on('orders.kind', '=', sql.lit('full' as const)),
    )
    .select('orders.id')
    .where(({ or, and, eb }) =>
      or([
        eb('users.id', '=', userId ?? ''),
        eb('users.mailbox', '=', email ? mailboxOf(email) : null),
        and([
          eb('users.email', '=', email ?? ''),
          eb('users.mailbox', 'is', null),
          eb('users.archived_at', 'is', null),
        ]),
      ]),
    )
    .where('orders.state', 'not in', ['cancelled', 'refunded'])
    .limit(1)
    .executeTakeFirst()
  return order !== undefined
}
