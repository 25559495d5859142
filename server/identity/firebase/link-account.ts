import { Problem } from '#contract/errors.ts'
import { isNewEmail, UNUSABLE_EMAIL } from '#contract/values/limits.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import { endSessionsOf, findUserBySubject } from '../queries.ts'
import type { FirebaseUser } from './id-token.ts'
import { deleteLinks, findHolder, findLinked, insertLink, insertUser, updateUser } from './queries.ts'

/** The account of the shop that belongs to an account of Firebase. `subject` is its id in the shop. */
export type LinkedAccount = { subject: string; email: string; name: string }

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
): Promise<LinkedAccount | Problem> {
  const { tx } = write
  const { uid, email, emailVerified } = user
  const at = new Date(now()).toISOString()
  const known = await findLinked(tx, { provider, uid })
  if (known) return follow(tx, known, user)
  if (!isNewEmail(email))
    return new Problem('invalid-input', { errors: [{ field: 'email', message: UNUSABLE_EMAIL }] })
  const name = user.name ?? nameFrom(email)
  const holder = await findHolder(tx, email)
  if (holder && !emailVerified) return new Problem('email-not-confirmed')
  const subject = holder?.id ?? newId()
  if (holder) {
    await takeOver(write, holder, provider)
    await updateUser(tx, { id: subject, name, email, emailVerified, at })
  } else await insertUser(tx, { id: subject, name, email, emailVerified, at })
  await insertLink(tx, { provider, uid, subject, at })
  return { subject, email, name }
}

/**
 * Prepares an account for being linked. Its sessions end, with their access tokens. They may be those of another person:
 * of one whose account of Firebase had the address before, or of one who signed up with the address, never confirmed it,
 * and waited for its owner to come. The latter also loses the password.
 */
async function takeOver(
  { tx, publish }: ShopWrite,
  holder: { id: string; confirmed: unknown },
  provider: string,
): Promise<void> {
  await endSessionsOf(tx, holder.id)
  await deleteLinks(tx, holder.id, holder.confirmed ? provider : undefined)
  const user = await findUserBySubject(tx, holder.id)
  if (user) publish({ type: 'user-changed', userId: user.id })
}

/** Takes over a name or an email address that was changed at Firebase. */
async function follow(
  tx: Db,
  known: { id: string; email: string; name: string },
  { email, emailVerified, name }: FirebaseUser,
): Promise<LinkedAccount> {
  const next = { subject: known.id, email, name: name ?? known.name }
  if (next.email !== known.email) {
    const holder = await findHolder(tx, email)
    // If another account of the shop has the new address, or no mail can be sent there, this one keeps its former one.
    if ((holder && holder.id !== known.id) || !isNewEmail(email)) next.email = known.email
  }
  const at = new Date(now()).toISOString()
  // The shop itself may have confirmed an address that is still the same.
  const isSame = next.email === known.email && !(emailVerified && next.email === email)
  const isVerified = isSame ? null : emailVerified
  await updateUser(tx, { id: known.id, name: next.name, email: next.email, emailVerified: isVerified, at })
  return next
}

/** Returns a name for an account that has none at Firebase: the part of the email address before the `@`. */
function nameFrom(email: string): string {
  return email.slice(0, email.lastIndexOf('@'))
}
