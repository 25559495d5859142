import { Problem } from '#contract/errors.ts'
import { isNewEmail, NAME_LENGTH } from '#contract/values/limits.ts'
import type { OidcRefusal } from '#contract/values/oidc.ts'
import { retryDuplicate } from '#server/platform/database/database-errors.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { AccountRow } from '#server/tables/account-rows.ts'
import { hasWayIn } from '../factors/queries.ts'
import {
  addLink,
  deleteLink,
  findAccountByEmail,
  findLink,
  findLinked,
  findUserByEmail,
  insertAccount,
  lockAccount,
} from '../queries.ts'
import type { OwnLink } from '../queries.ts'
import type { Claims } from './issuer.ts'

/** A person who has logged in at an issuer. `signedIn` is the account of a person who wants to link it, or null. */
type Person = { provider: string; claims: Claims; signedIn: string | null }

/**
 * Returns the account of a person, locked: the one that is linked already, else the one with the same email address, if
 * both the issuer and the shop have confirmed the address, else a new one. Does not link it: see `addLink`.
 */
export async function findAccount(tx: Db, person: Person): Promise<AccountRow | OidcRefusal> {
  const { provider, claims, signedIn } = person
  const linked = await findLinked(tx, { provider, subject: claims.subject })
  if (linked === undefined) return findByEmail(tx, person)
  if (signedIn !== null && signedIn !== linked) return 'linked-elsewhere'
  return (await lockAccount(tx, linked)) ?? 'expired'
}

async function findByEmail(tx: Db, person: Person): Promise<AccountRow | OidcRefusal> {
  const { claims, signedIn } = person
  const { email, isConfirmed } = claims
  if (email === null || !isNewEmail(email)) return 'no-email'
  if (!isConfirmed) return 'unconfirmed-there'
  const holder = await findAccountByEmail(tx, email)
  if (signedIn !== null && holder?.id !== signedIn) return 'other-email'
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

/** Links the account of a signed-in person, if both sides have confirmed the same email address. */
export function linkAccount(
  { write }: ShopDatabase,
  person: Person & { signedIn: string },
): Promise<AccountRow | OidcRefusal> {
  const { provider, claims, signedIn: account } = person
  return retryDuplicate(() =>
    write(async ({ tx }) => {
      const found = await findAccount(tx, person)
      if (typeof found !== 'string') await addLink(tx, { provider, subject: claims.subject, account })
      return found
    }),
  )
}

/** Returns what the page of the account shows about the link with the issuer. */
export async function readLink({ read }: ShopDatabase, link: OwnLink) {
  const isLinked = Boolean(await findLink(read, link))
  return { isLinked, canUnlink: isLinked && (await hasWayIn(read, link.account, null)) }
}

/**
 * Removes the link of an account with the issuer. Returns the problem `only-sign-in` if the account has neither a
 * password nor a passkey: the person could not sign in again.
 */
export function unlinkAccount({ write }: ShopDatabase, link: OwnLink): Promise<true | Problem> {
  return write(async ({ tx }) => {
    await lockAccount(tx, link.account)
    if (!(await hasWayIn(tx, link.account, null))) return new Problem('only-sign-in')
    await deleteLink(tx, link)
    return true as const
  })
}
