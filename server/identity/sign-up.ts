import { Problem } from '#contract/errors.ts'
import type { Person } from '#contract/identity.ts'
import { networksOf } from '#server/platform/http/address.ts'
import { queueingFor } from '#server/platform/http/fair-queue.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { KnownDevices } from './known-device.ts'
import { requestSignUp } from './links/request-sign-up.ts'
import type { SignUpByMail } from './links/request-sign-up.ts'
import type { Http, IdentityProvider, NewAccount } from './provider/identity-provider.ts'
import { findIncompleteAccount, findUserByEmail } from './queries.ts'
import { deleteAccount } from './users/queries.ts'

export type SignUpSetup = {
  database: ShopDatabase
  provider: IdentityProvider
  devices: KnownDevices
  /** Set if a sign-up has to be confirmed with a link in a mail. */
  byMail: SignUpByMail | null
}

/**
 * Creates an account and signs in with it. If sign-ups have to be confirmed, only mails a link and returns null, whether
 * or not the email address has an account.
 */
export async function signUp(
  { byMail, ...setup }: SignUpSetup,
  http: Http,
  given: NewAccount,
): Promise<Person | Problem | null> {
  const account = { ...given, name: given.name.trim(), email: given.email.toLowerCase() }
  await deleteIncompleteAccount(setup.database, account.email)
  if (!byMail) return signUpAtOnce(setup, http, account)
  await requestSignUp(byMail, http, account)
  return null
}

/**
 * Refuses an email address that already has an account. Also refuses the address of a user who has no account at the
 * identity provider: a new account with the address would get the orders of that user. A hosted provider decides that
 * itself, because it knows whether the address is confirmed.
 */
async function signUpAtOnce(
  { database, provider, devices }: Omit<SignUpSetup, 'byMail'>,
  http: Http,
  account: NewAccount,
): Promise<Person | Problem> {
  const { email } = account
  if (!provider.isHosted && (await findUserByEmail(database.read, email)))
    return new Problem('email-already-in-use')
  const requester = { isKnown: false, networks: networksOf(http.request.ip) }
  const person = await queueingFor(requester, () => provider.signUp(http, account))
  if (!(person instanceof Problem)) devices.remember(http.reply, email)
  return person
}

async function deleteIncompleteAccount(database: ShopDatabase, email: string): Promise<void> {
  const account = await findIncompleteAccount(database.read, email)
  if (account) await database.write(({ tx }) => deleteAccount(tx, account.id))
}
