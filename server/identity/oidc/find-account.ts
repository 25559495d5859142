import { isNewEmail, NAME_LENGTH } from '#contract/values/limits.ts'
import type { OidcRefusal } from '#contract/values/oidc.ts'
import { newId, now } from '#server/platform/clock.ts'
import { retryDuplicate } from '#server/platform/database/retry-duplicate.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import {
  findAccountByEmail,
  findLink,
  findLinked,
  findUserByEmail,
  insertAccount,
  insertLink,
  lockAccount,
} from '../queries.ts'
import type { Claims } from './issuer.ts'

/** The id of the account of the shop that was found or created, or why there is none. */
export type Found = { account: string } | { refusal: OidcRefusal }

type Person = { provider: string; claims: Claims }

/**
 * Returns the shop's account of a person who has logged in at the issuer. If no account is linked yet, links the account
 * with the same email address, if both the issuer and the shop have confirmed the address. If no account has the
 * address, creates one.
 */
export async function findAccount(database: ShopDatabase, person: Person): Promise<Found> {
  return retryDuplicate(() => database.write(({ tx }) => findOrLink(tx, person)))
}

async function findOrLink(tx: Db, { provider, claims }: Person): Promise<Found> {
  const { subject, email, isConfirmed } = claims
  const linked = await findLinked(tx, { provider, subject })
  if (linked !== undefined) return { account: linked }
  if (email === null || !isNewEmail(email)) return { refusal: 'no-email' }
  if (!isConfirmed) return { refusal: 'unconfirmed-there' }
  const holder = await findAccountByEmail(tx, email)
  if (!holder) return create(tx, { provider, claims }, email)
  if (!holder.confirmed) return { refusal: 'unconfirmed-here' }
  return addLink(tx, { provider, claims }, holder.id)
}

/**
 * Links the account of a signed-in person, if both sides have confirmed the same email address. An account that is
 * linked already stays as it is.
 */
export async function linkAccount(database: ShopDatabase, person: Person, account: string): Promise<Found> {
  return retryDuplicate(() => database.write(({ tx }) => linkWith(tx, person, account)))
}

async function linkWith(tx: Db, person: Person, account: string): Promise<Found> {
  const { provider, claims } = person
  const linked = await findLinked(tx, { provider, subject: claims.subject })
  if (linked === account) return { account }
  if (linked !== undefined) return { refusal: 'linked-elsewhere' }
  if (claims.email === null) return { refusal: 'no-email' }
  if (!claims.isConfirmed) return { refusal: 'unconfirmed-there' }
  const holder = await findAccountByEmail(tx, claims.email)
  if (holder?.id !== account) return { refusal: 'other-email' }
  if (!holder.confirmed) return { refusal: 'unconfirmed-here' }
  return addLink(tx, person, account)
}

/**
 * An issuer may give an email address to another person later. A second account of the issuer is therefore not linked,
 * although it has the same address. The link is read after the account was locked: on PostgreSQL, another login of the
 * same person may have added it since this transaction has looked for it.
 */
async function addLink(tx: Db, { provider, claims }: Person, account: string): Promise<Found> {
  await lockAccount(tx, account)
  const known = await findLink(tx, { provider, account })
  if (known) return known.subject === claims.subject ? { account } : { refusal: 'taken' }
  await insertLink(tx, { provider, subject: claims.subject, account })
  return { account }
}

/** A user without an account has orders, which a new account must not get. */
async function create(tx: Db, person: Person, email: string): Promise<Found> {
  if (await findUserByEmail(tx, email)) return { refusal: 'taken' }
  const name = nameOf(person.claims, email)
  const { id } = await insertAccount(tx, {
    id: newId(),
    email,
    name,
    password: null,
    confirmed: 1,
    created_at: now(),
  })
  return addLink(tx, person, id)
}

function nameOf({ name }: Claims, email: string): string {
  return (name ?? email.slice(0, email.indexOf('@'))).replaceAll('\u0000', '').slice(0, NAME_LENGTH)
}
