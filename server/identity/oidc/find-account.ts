import { isNewEmail, NAME_LENGTH } from '#contract/values/limits.ts'
import type { OidcRefusal } from '#contract/values/oidc.ts'
import type { Db } from '#server/shop-database.ts'
import type { AccountRow } from '#server/tables/account-rows.ts'
import {
  findAccountByEmail,
  findLink,
  findLinked,
  findUserByEmail,
  insertAccount,
  lockAccount,
} from '../queries.ts'
import type { Claims } from './issuer.ts'

/** A person who has logged in at an issuer. */
type Person = { provider: string; claims: Claims }

/**
 * Returns the account of a person, locked: the one that is linked already, else the one with the same email address, if
 * both the issuer and the shop have confirmed the address, else a new one. `openSession` links it.
 */
export async function findAccount(tx: Db, person: Person): Promise<AccountRow | OidcRefusal> {
  const { provider, claims } = person
  const linked = await findLinked(tx, { provider, subject: claims.subject })
  if (linked === undefined) return findByEmail(tx, person)
  return (await lockAccount(tx, linked)) ?? 'expired'
}

async function findByEmail(tx: Db, person: Person): Promise<AccountRow | OidcRefusal> {
  const { claims } = person
  const { email, isConfirmed } = claims
  if (email === null || !isNewEmail(email)) return 'no-email'
  if (!isConfirmed) return 'unconfirmed-there'
  const holder = await findAccountByEmail(tx, email)
  if (!holder) return create(tx, claims, email)
  return holder.confirmed ? lockUnlinked(tx, person, holder.id) : 'unconfirmed-here'
}

/**
 * An issuer may give an email address to another person later. A second account of the issuer is therefore not linked,
 * although it has the same address. The link is read after the account was locked: on PostgreSQL, another login of the
 * same person may have added it since this transaction has looked for it.
 */
async function lockUnlinked(
  tx: Db,
  { provider, claims }: Person,
  id: string,
): Promise<AccountRow | OidcRefusal> {
  const account = await lockAccount(tx, id)
  const known = await findLink(tx, { provider, account: id })
  return known && known.subject !== claims.subject ? 'taken' : (account ?? 'expired')
}

/** A user without an account has orders, which a new account must not get. */
async function create(tx: Db, { name }: Claims, email: string): Promise<AccountRow | OidcRefusal> {
  if (await findUserByEmail(tx, email)) return 'taken'
  const known = (name ?? email.slice(0, email.indexOf('@'))).replaceAll('\u0000', '').slice(0, NAME_LENGTH)
  return insertAccount(tx, { email, name: known, password: null, confirmed: 1 })
}
