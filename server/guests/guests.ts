import type { GuestOrder } from '#contract/selling/checkout.ts'
import { mailboxOf } from '#server/identity/links/mail-limits.ts'
import { DELETED_USER } from '#server/identity/users/delete-user.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { UserRow } from '#server/tables.ts'

/*
 * A guest has ordered without an account, or waits for a mail about a product. Each cart of a guest, and each product, makes
 * a row of its own in `users`, which no account can have.
 */

/** The start of the `cartId` of a guest who has no cart and waits for a mail about a product. */
export const WATCHING = 'watch '

/** Matches the column `subject` of these guests in SQL. */
export const WATCHING_SUBJECTS = `guest ${WATCHING}%`

/**
 * Inserts the row of a guest, or locks the one that an earlier checkout of the same cart has inserted. A guest who has
 * become a user with an account is archived.
 */
export async function lockGuest(tx: Db, { cartId }: Pick<GuestOrder, 'cartId'>): Promise<UserRow> {
  const subject = `guest ${cartId}`
  const row = { id: newId(), subject, email: '', name: '', role: null, archived_at: null, grind: null }
  return tx
    .insertInto('users')
    .values({ ...row, created_at: now(), mailbox: '' })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ subject }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Stores the name and the email address that a guest has entered. */
export async function setGuest(
  tx: Db,
  { id, name, email }: Pick<UserRow, 'id' | 'name' | 'email'>,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ name, email, mailbox: mailboxOf(email) })
    .where('id', '=', id)
    .execute()
}

/** Gives a guest another email address. Returns whether the person is a guest. */
export async function changeGuestEmail(
  tx: Db,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ email, mailbox: mailboxOf(email) })
    .where('id', '=', id)
    .where('mailbox', 'is not', null)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Archives a guest, and erases the name and the email address, which the orders still have. */
export async function archiveGuest(tx: Db, id: string): Promise<void> {
  const erased = { ...DELETED_USER, mailbox: '', archived_at: now() }
  await tx.updateTable('users').set(erased).where('id', '=', id).execute()
}

/** Deletes those of these guests who have only waited for a mail about a product. Call it after the mail is queued. */
export async function deleteWatchingGuests(tx: Db, ids: string[]): Promise<void> {
  await tx.deleteFrom('users').where('id', 'in', ids).where('subject', 'like', WATCHING_SUBJECTS).execute()
}

/** Returns whether there are guests with an email address, which is in lower case, who have not become users. */
export async function hasGuests(db: Db, email: string): Promise<boolean> {
  const guest = await db
    .selectFrom('users')
    .select('id')
    .where('mailbox', '=', mailboxOf(email))
    .where('email', '=', email)
    .where('archived_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return guest !== undefined
}

/** Returns whether a guest or a user with an account has an email address. */
export async function isAddressUsed(db: Db, email: string): Promise<boolean> {
  if (await hasGuests(db, email)) return true
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('archived_at', 'is', null)
    .where('mailbox', 'is', null)
    .executeTakeFirst()
  return user !== undefined
}

/**
 * Locks these guests until the end of the transaction, and returns them as they are then. A checkout of one of them at the
 * same moment waits. The update sets a column to the value that it has.
 */
export function lockGuests(tx: Db, email: string): Promise<UserRow[]> {
  return tx
    .updateTable('users')
    .set(({ ref }) => ({ role: ref('role') }))
    .where('mailbox', '=', mailboxOf(email))
    .where('email', '=', email)
    .where('archived_at', 'is', null)
    .returningAll()
    .execute()
}

/** How many guests with one mailbox are counted as one person. A database takes only so many ids in a statement. */
const MAX_SAME = 1000

/**
 * Returns the ids of all guests with the same mailbox as a guest, because each cart of a guest has an id of its own. If they
 * are very many, returns the newest. Returns none for a user with an account.
 */
export async function listSameGuests(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('mailbox', '=', (eb) => eb.selectFrom('users').select('mailbox').where('id', '=', userId))
    .orderBy('id', 'desc')
    .limit(MAX_SAME)
    .execute()
  return rows.map(({ id }) => id)
}
