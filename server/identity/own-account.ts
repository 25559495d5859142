import { Problem } from '#contract/errors.ts'
import type { OwnAccount, OwnSession } from '#contract/identity/own-account.ts'
import { now } from '#server/platform/clock.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { pendingEmail } from './links/change-email.ts'
import type { Identity } from './identity.ts'
import { findAccount } from './queries.ts'
import { endSessions } from './sessions/queries.ts'
import { deleteTokens } from './tokens.ts'

/** Returns how the person can sign in, and the address to which the person wants to change. */
export async function readAccount(
  { database: { read }, provider }: Pick<Identity, 'database' | 'provider'>,
  { subject }: SessionPerson,
): Promise<OwnAccount> {
  const account = await findAccount(read, subject)
  return {
    // Firebase has the passwords of a shop whose accounts are there.
    hasPassword: provider !== '' || Boolean(account?.password),
    emailVerified: account?.confirmed === 1,
    newEmail: await pendingEmail(read, subject),
  }
}

/** Returns whether a user has an account whose email address is confirmed. */
export async function hasConfirmedAddress(db: Db, userId: string): Promise<boolean> {
  const account = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.subject')
    .select('accounts.id')
    .where('users.id', '=', userId)
    .where('confirmed', '=', 1)
    .executeTakeFirst()
  return account !== undefined
}

/** Returns the sessions of the person, the newest first. */
export async function readSessions(read: Db, { subject, sessionId }: SessionPerson): Promise<OwnSession[]> {
  const rows = await read
    .selectFrom('sessions')
    .select(['id', 'browser', 'created_at as since'])
    .where('account', '=', subject)
    .where('expires_at', '>', now())
    .orderBy('id', 'desc')
    .execute()
  return rows.map((session) => ({ ...session, isThis: session.id === sessionId }))
}

/** Ends one session of the person. Returns the problem `not-found` if the person has no session with this id. */
export function endOwnSession(
  { write }: ShopDatabase,
  { subject }: SessionPerson,
  id: string,
): Promise<true | Problem> {
  return write(async ({ tx, publish }) => {
    const ended = tx
      .deleteFrom('sessions')
      .where('id', '=', id)
      .where('account', '=', subject)
      .returning('id')
    if (!(await ended.executeTakeFirst())) return new Problem('not-found')
    publish({ type: 'session-ended', sessionId: id })
    return true as const
  })
}

/** Ends all sessions of the person but this one, and the links that were mailed to reset the password. */
export async function endOtherSessions(
  database: ShopDatabase,
  { subject, sessionId }: SessionPerson,
): Promise<void> {
  await database.write(async (write) => {
    await endSessions(write, subject, sessionId)
    await deleteTokens(write.tx, { owner: subject, kinds: ['reset', 'second-factor'] })
  })
}
