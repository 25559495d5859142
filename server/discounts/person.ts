import { sql } from 'kysely'
import { mailboxOf } from '#server/identity/links/mail-limits.ts'
import type { Db } from '#server/shop-database.ts'

/**
 * Returns the text by which the uses of a person are counted. To discounts, all guests and accounts with one mailbox
 * are the same person.
 */
export function personOf(email: string): string {
  return mailboxOf(email)
}

/** Returns the email address of a user. For a user who does not exist, returns the id. */
export async function findEmail(db: Db, userId: string): Promise<string> {
  const user = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  return user?.email ?? userId
}

/** What stands before the host in the email address of an order, with the `@`. */
const BEFORE_HOST = sql<string>`rtrim(email, replace(email, '@', ''))`

/** The mailbox of an order. The index `orders_by_mailbox` has the same expression. */
const MAILBOX = sql<string>`replace(rtrim(substr(${BEFORE_HOST}, 1, length(${BEFORE_HOST}) -
  length(ltrim(${BEFORE_HOST}, replace(${BEFORE_HOST}, '+', '')))), '@'), '.', '')
  || '@' || substr(email, length(${BEFORE_HOST}) + 1)`

/**
 * Returns whether a person has an order that was neither cancelled nor refunded. The deliveries of a gift do not count,
 * because the buyer of the gift has paid for them. The databases use the index only if `full` is in the SQL text. They do not
 * know the ASCII form of a host, so orders can have the host as the person has typed it.
 */
export async function hasOrdered(db: Db, email: string): Promise<boolean> {
  const person = personOf(email)
  const asTyped = person.replace(/@.*$/, email.slice(email.lastIndexOf('@')).toLowerCase())
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('kind', '=', sql.lit('full' as const))
    .where(MAILBOX, 'in', [person, asTyped])
    .where('state', 'not in', ['cancelled', 'refunded'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.id', '=', 'orders.payment_id')
            .where('subscription', '=', 'renewal')
            .where('amount_cents', '=', 0),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return order !== undefined
}
