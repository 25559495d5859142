import { Problem } from '#contract/errors.ts'
import { isNewEmail, UNUSABLE_EMAIL } from '#contract/values/limits.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { AccountRow } from '#server/tables/account-rows.ts'
import { deleteFactors } from '../factors/queries.ts'
import {
  changeAccount,
  deleteLink,
  deleteLinks,
  findAccountByEmail,
  findLinked,
  findUserBySubject,
  insertAccount,
  insertLink,
  lockAccount,
} from '../queries.ts'
import { endSessions } from '../sessions/queries.ts'
import type { FirebaseUser } from './id-token.ts'

/**
 * Returns the account of the shop that belongs to an account of Firebase, with the name and the email address that it
 * has there now. `provider` names the project, so that the ids of two projects cannot be mixed up.
 *
 * If Firebase's account is new to the shop, it gets a new account. If an account of the shop already has the address,
 * the two are linked, but only if Firebase says that the person can read the mails to it. Otherwise returns the problem
 * `email-not-confirmed`: another person could have signed up at Firebase with the address of an admin.
 */
export async function linkAccount(
  write: ShopWrite,
  provider: string,
  user: FirebaseUser,
): Promise<AccountRow | Problem> {
  const { tx } = write
  const { uid, email, emailVerified } = user
  const known = await findKnown(tx, { provider, subject: uid })
  if (known) return follow(tx, known, user)
  if (!isNewEmail(email))
    return new Problem('invalid-input', { errors: [{ field: 'email', message: UNUSABLE_EMAIL }] })
  const holder = await findAccountByEmail(tx, email)
  if (!holder) return insertLinked(tx, provider, user)
  if (!emailVerified) return new Problem('email-not-confirmed')
  // Another sign-in of the same person may have linked the account before this one could lock it.
  await lockAccount(tx, holder.id)
  const linked = await findKnown(tx, { provider, subject: uid })
  if (linked) return follow(tx, linked, user)
  const taken = await takeOver(write, holder, provider)
  await insertLink(tx, { provider, subject: uid, account: holder.id })
  return follow(tx, taken, user)
}

async function insertLinked(
  tx: Db,
  provider: string,
  { uid, email, emailVerified, name }: FirebaseUser,
): Promise<AccountRow> {
  const account = await insertAccount(tx, {
    id: newId(),
    name: name ?? email.slice(0, email.lastIndexOf('@')),
    email,
    password: null,
    confirmed: emailVerified ? 1 : 0,
    created_at: now(),
  })
  await insertLink(tx, { provider, subject: uid, account: account.id })
  return account
}

/** Returns the account that is linked, locked. */
async function findKnown(
  tx: Db,
  link: { provider: string; subject: string },
): Promise<AccountRow | undefined> {
  const account = await findLinked(tx, link)
  return account === undefined ? undefined : lockAccount(tx, account)
}

/**
 * Prepares an account for being linked, and returns it. Its sessions end, with their access tokens. They may be those of another person:
 * of one whose account of Firebase had the address before, or of one who signed up with the address, never confirmed it,
 * and waited for its owner to come. The latter also loses the password, all links and all factors.
 */
async function takeOver(
  { tx, publish }: ShopWrite,
  holder: AccountRow,
  provider: string,
): Promise<AccountRow> {
  const { id } = holder
  await endSessions(tx, id)
  if (holder.confirmed) await deleteLink(tx, { account: id, provider })
  else {
    await deleteLinks(tx, id)
    await deleteFactors(tx, id)
    await changeAccount(tx, id, { password: null })
  }
  const user = await findUserBySubject(tx, id)
  if (user) publish({ type: 'user-changed', userId: user.id })
  return holder.confirmed ? holder : { ...holder, password: null, totp_secret: null }
}

/**
 * Takes over a name or an email address that was changed at Firebase. The account keeps its address if another account of
 * the shop has the new one, or if no mail can be sent there. The shop itself may have confirmed an address that is still
 * the same.
 */
async function follow(tx: Db, known: AccountRow, user: FirebaseUser): Promise<AccountRow> {
  const holder = await findAccountByEmail(tx, user.email)
  const isFree = isNewEmail(user.email) && (!holder || holder.id === known.id)
  const email = isFree ? user.email : known.email
  const isConfirmed = user.emailVerified && email === user.email
  const kept = email === known.email ? known.confirmed : 0
  const next = { email, name: user.name ?? known.name, confirmed: isConfirmed ? 1 : kept }
  await changeAccount(tx, known.id, next)
  return { ...known, ...next }
}
