import { Problem } from '#contract/errors.ts'
import type { Person } from '#contract/identity.ts'
import { networksOf } from '#server/platform/http/address.ts'
import { queueingFor } from '#server/platform/http/fair-queue.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { KnownDevices } from './known-device.ts'
import type { Http, IdentityProvider, NewAccount } from './provider/identity-provider.ts'
import { findIncompleteAccount, findUserByEmail } from './queries.ts'
import { deleteAccount } from './users/queries.ts'

export type SignUpSetup = { database: ShopDatabase; provider: IdentityProvider; devices: KnownDevices }

/**
 * Creates an account and signs in with it. Refuses an e-mail address that already has an account. Also refuses the
 * address of a user who has no account at the identity provider: a new account with the address would get the orders
 * of that user.
 */
export async function signUp(
  { database, provider, devices }: SignUpSetup,
  http: Http,
  account: NewAccount,
): Promise<Person | Problem> {
  const email = account.email.toLowerCase()
  if (await findUserByEmail(database.read, email)) return new Problem('email-already-in-use')
  await deleteIncompleteAccount(database, email)
  const requester = { isKnown: false, networks: networksOf(http.request.ip) }
  const person = await queueingFor(requester, () =>
    provider.signUp(http, { ...account, name: account.name.trim(), email }),
  )
  if (!(person instanceof Problem)) devices.remember(http.reply, email)
  return person
}

async function deleteIncompleteAccount(database: ShopDatabase, email: string): Promise<void> {
  const account = await findIncompleteAccount(database.read, email)
  if (account) await database.write(({ tx }) => deleteAccount(tx, account.id))
}
