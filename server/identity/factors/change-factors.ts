import { Problem } from '#contract/errors.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { now } from '#server/platform/clock.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase, ShopWrite } from '#server/shop-database.ts'
import type { AccountRow } from '#server/tables/account-rows.ts'
import { findAccount, findUserBySubject, lockAccount, publishUserOf } from '../queries.ts'
import { changeSession, findLiveSession } from '../sessions/queries.ts'
import { listPasskeys } from './queries.ts'

export type FactorChange<T> = {
  /** What the audit log says, such as `added a passkey`, if the account is one of the staff. */
  action: string
  /** Makes the change. If it returns a problem, nothing is changed. */
  apply: (write: ShopWrite, account: AccountRow) => Promise<T | Problem>
}

/**
 * Changes the factors of a person in a transaction that has locked the account, if the session may do that: see
 * `refuseWeak`.
 */
export function changeFactors<T>(
  { write }: Pick<ShopDatabase, 'write'>,
  person: SessionPerson,
  { action, apply }: FactorChange<T>,
): Promise<T | Problem> {
  return write(async (opened): Promise<T | Problem> => {
    const { tx } = opened
    const account = await lockAccount(tx, person.subject)
    const refused = await refuseWeak(tx, person)
    if (refused || !account) return refused ?? new Problem('not-signed-in')
    const applied = await apply(opened, account)
    const user = await findUserBySubject(tx, person.subject)
    if (user?.role && !(applied instanceof Problem)) {
      const { id: userId, email, name, role } = user
      await writeAudit(tx, { userId, email, name, role }, { action, subject: email })
    }
    return applied
  })
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
  write: ShopWrite,
  { subject, sessionId }: SessionPerson,
): Promise<void> {
  await changeSession(write.tx, sessionId, { strong: 1 })
  await publishUserOf(write, subject)
}
