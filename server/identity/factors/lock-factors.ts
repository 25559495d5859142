import { Problem } from '#contract/errors.ts'
import { now } from '#server/platform/clock.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { AccountRow } from '#server/tables/account-rows.ts'
import { findAccount, findUserBySubject, lockAccount } from '../queries.ts'
import { findLiveSession } from '../sessions/queries.ts'
import { listPasskeys, strengthen } from './queries.ts'

/** Locks the account of a person, if the session may change its factors. See `refuseWeak`. */
export async function lockFactors(tx: Db, person: SessionPerson): Promise<AccountRow | Problem> {
  const account = await lockAccount(tx, person.subject)
  return (await refuseWeak(tx, person)) ?? account ?? new Problem('not-signed-in')
}

/**
 * Returns the problem because of which a session may not change the factors of its account, or null. The first factor
 * can be added in any session. All other changes need one that a factor has opened: a password and a stolen session
 * would otherwise be enough to get in with a factor of one's own, and to replace those of the owner.
 */
export async function refuseWeak(
  db: Db,
  { subject, sessionId }: Pick<SessionPerson, 'subject' | 'sessionId'>,
): Promise<Problem | null> {
  const session = await findLiveSession(db, { sessionId, at: now() })
  const account = await findAccount(db, subject)
  if (!session || !account) return new Problem('not-signed-in')
  const isFirst = account.totp_secret === null && (await listPasskeys(db, subject)).length === 0
  return isFirst || session.strong === 1 ? null : new Problem('sign-in-again')
}

/** Records that a session has shown a second factor. Cached callers of the session get the permissions that need it. */
export async function strengthenSession(
  { tx, publish }: { tx: Db; publish: ShopWrite['publish'] },
  { subject, sessionId }: SessionPerson,
): Promise<void> {
  await strengthen(tx, sessionId)
  const user = await findUserBySubject(tx, subject)
  if (user) publish({ type: 'user-changed', userId: user.id })
}
