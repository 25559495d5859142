import type { ShopDatabase } from '#server/shop-database.ts'
import { hashPassword } from './passwords.ts'
import { insertAccount } from './queries.ts'

type NewAccount = { name: string; email: string; password: string }

/** Creates an account without opening a session. Returns its id. */
export async function createAccount(
  { write }: Pick<ShopDatabase, 'write'>,
  account: NewAccount,
): Promise<string> {
  const password = await hashPassword(account.password)
  return (await write(({ tx }) => insertAccount(tx, { ...account, password, confirmed: 0 }))).id
}
