import { isNewEmail, NAME_LENGTH } from '#contract/values/limits.ts'
import type { OidcRefusal } from '#contract/values/oidc.ts'
import { newId, now } from '#server/platform/clock.ts'
import { retryDuplicate } from '#server/platform/database/retry-duplicate.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { findUserByEmail } from '../queries.ts'
import type { Claims } from './issuer.ts'
import { findHolder, findLinked, findWaysIn, insertConfirmedUser, insertLink } from './queries.ts'

/** The account of the shop that was found or created, or why there is none. */
export type Found = { userId: string } | { refusal: OidcRefusal }

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
  if (linked !== null) return { userId: linked }
  if (email === null || !isNewEmail(email)) return { refusal: 'no-email' }
  if (!isConfirmed) return { refusal: 'unconfirmed-there' }
  const holder = await findHolder(tx, email)
  if (!holder) return create(tx, { provider, claims }, email)
  if (!holder.isConfirmed) return { refusal: 'unconfirmed-here' }
  return addLink(tx, { provider, claims }, holder.id)
}

/**
 * Links the account of a signed-in person, if both sides have confirmed the same email address. An account that is
 * linked already stays as it is.
 */
export async function linkAccount(database: ShopDatabase, person: Person, userId: string): Promise<Found> {
  return retryDuplicate(() => database.write(({ tx }) => linkWith(tx, person, userId)))
}

async function linkWith(tx: Db, person: Person, userId: string): Promise<Found> {
  const { provider, claims } = person
  const linked = await findLinked(tx, { provider, subject: claims.subject })
  if (linked === userId) return { userId }
  if (linked !== null) return { refusal: 'linked-elsewhere' }
  if (claims.email === null) return { refusal: 'no-email' }
  if (!claims.isConfirmed) return { refusal: 'unconfirmed-there' }
  const holder = await findHolder(tx, claims.email)
  if (holder?.id !== userId) return { refusal: 'other-email' }
  if (!holder.isConfirmed) return { refusal: 'unconfirmed-here' }
  return addLink(tx, person, userId)
}

/**
 * An issuer may give an email address to another person later. A second account of the issuer is therefore not linked,
 * although it has the same address.
 */
async function addLink(tx: Db, { provider, claims }: Person, userId: string): Promise<Found> {
  const { isLinked } = await findWaysIn(tx, { userId, provider })
  if (isLinked) return { refusal: 'taken' }
  const at = new Date(now()).toISOString()
  await insertLink(tx, { id: newId(), provider, subject: claims.subject, userId, at })
  return { userId }
}

/** A user without an account at the identity provider has orders, which a new account must not get. */
async function create(tx: Db, person: Person, email: string): Promise<Found> {
  if (await findUserByEmail(tx, email)) return { refusal: 'taken' }
  const userId = newId()
  const at = new Date(now()).toISOString()
  await insertConfirmedUser(tx, { id: userId, email, name: nameOf(person.claims, email), at })
  return addLink(tx, person, userId)
}

function nameOf({ name }: Claims, email: string): string {
  return (name ?? email.slice(0, email.indexOf('@'))).replaceAll('\u0000', '').slice(0, NAME_LENGTH)
}
