import { Problem } from '#contract/errors.ts'
import { newId, now } from '#server/platform/clock.ts'
import { isDuplicate } from '#server/platform/database/database-errors.ts'
import { fixedQuery } from '#server/platform/database/fixed-query.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { UserRow } from '#server/tables.ts'
import type { AccountRow, LinkRow } from '#server/tables/account-rows.ts'

export function findUserBySubject(db: Db, subject: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('subject', '=', subject).executeTakeFirst()
}

/** Finds the user who has an account with this address. Guests, of whom several can have it, are left out. */
export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .where('archived_at', 'is', null)
    .where('mailbox', 'is', null)
    .executeTakeFirst()
}

/** Makes all instances read the user of an account again, who may have other permissions or fewer sessions now. */
export async function publishUserOf({ tx, publish }: ShopWrite, subject: string): Promise<void> {
  const user = await findUserBySubject(tx, subject)
  if (user) publish({ type: 'user-changed', userId: user.id })
}

/** Returns the current role of the user. Returns undefined if the user does not exist or was deleted. */
export async function findRole(db: Db, userId: string): Promise<Pick<UserRow, 'role'> | undefined> {
  const [row] = await roleOf(db, { userId })
  return row
}

const roleOf = fixedQuery((db: Db, { userId }: { userId: string }) =>
  db.selectFrom('users').select('role').where('id', '=', userId).where('archived_at', 'is', null),
)

export function findAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findAccountByEmail(db: Db, email: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst()
}

/**
 * Locks the row of an account until the end of the transaction, and returns it as it is then. Decisions that depend on
 * several rows of one account, such as whether it keeps a way to sign in, would otherwise be made by two transactions at
 * the same moment. Returns undefined if there is no such account.
 */
export function lockAccount(tx: Db, id: string): Promise<AccountRow | undefined> {
  return tx
    .updateTable('accounts')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Returns whether an account or a user has the address. A user without an account has orders, which a new account with
 * the address must not get.
 */
export async function isTaken(db: Db, email: string): Promise<boolean> {
  return Boolean((await findUserByEmail(db, email)) ?? (await findAccountByEmail(db, email)))
}

/**
 * Inserts an account, and returns it. `password` is the hash of the password, or null. Rejects if another account has the
 * email address: see `refuseDuplicate`.
 */
export function insertAccount(
  tx: Db,
  { name, email, password, confirmed }: Pick<AccountRow, 'name' | 'email' | 'password' | 'confirmed'>,
): Promise<AccountRow> {
  const state = { version: 0, totp_secret: null, totp_step: 0, created_at: now() }
  const row = { id: newId(), name, email, password, confirmed, ...state }
  return tx.insertInto('accounts').values(row).returningAll().executeTakeFirstOrThrow()
}

type Change = Partial<Pick<AccountRow, 'name' | 'email' | 'confirmed' | 'password' | 'totp_secret'>>

/** Returns the account as it is after the change. */
export function changeAccount(tx: Db, id: string, change: Change): Promise<AccountRow> {
  return tx.updateTable('accounts').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/**
 * Returns the problem that the email address is already in use, if the error is a violation of a unique index. Two
 * requests with one address at the same moment can both pass the check that comes before the write. Other errors are
 * thrown again.
 */
export function refuseDuplicate(error: unknown): Problem {
  if (isDuplicate(error)) return new Problem('email-already-in-use')
  throw error
}

/** Returns the id of the account that is linked with an account elsewhere, or undefined. */
export async function findLinked(
  db: Db,
  { provider, subject }: Pick<LinkRow, 'provider' | 'subject'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('links')
    .select('account')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.account
}

type OwnLink = Pick<LinkRow, 'provider' | 'account'>

/** Returns the link of an account with this provider. It has at most one. */
export function findLink(db: Db, { provider, account }: OwnLink): Promise<LinkRow | undefined> {
  return db
    .selectFrom('links')
    .selectAll()
    .where('account', '=', account)
    .where('provider', '=', provider)
    .executeTakeFirst()
}

export async function deleteLinks(tx: Db, account: string): Promise<void> {
  await tx.deleteFrom('links').where('account', '=', account).execute()
}
