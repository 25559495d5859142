import { newId, now } from '#server/platform/clock.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { AccountRow } from '#server/tables/account-rows.ts'
import { hashPassword } from './passwords.ts'
import { findAccountByEmail, findUserByEmail, insertAccount } from './queries.ts'

export type NewAccount = { name: string; email: string; password: string }

/**
 * Returns whether an account or a user has the address. A user without an account has orders, which a new account with
 * the address must not get.
 */
export async function isTaken(db: Db, email: string): Promise<boolean> {
  return Boolean((await findUserByEmail(db, email)) ?? (await findAccountByEmail(db, email)))
}

/** `password` is the hash of the password. */
export function insertWithPassword(
  tx: Db,
  account: Pick<AccountRow, 'name' | 'email' | 'password' | 'confirmed'>,
): Promise<AccountRow> {
  const { name, email, password, confirmed } = account
  return insertAccount(tx, { id: newId(), name, email, password, confirmed, created_at: now() })
}

/** Creates an account without opening a session. Returns its id. */
export async function createAccount(
  { write }: Pick<ShopDatabase, 'write'>,
  { name, email, password }: NewAccount,
): Promise<string> {
  const account = { name, email, password: await hashPassword(password), confirmed: 0 }
  return (await write(({ tx }) => insertWithPassword(tx, account))).id
}
