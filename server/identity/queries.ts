import { fixedQuery } from '#server/platform/database/fixed-query.ts'
import type { Db } from '#server/shop-database.ts'
import type { UserRow } from '#server/tables.ts'

export function findUserBySubject(db: Db, subject: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('subject', '=', subject).executeTakeFirst()
}

export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
}

/** Returns the current role of the user. Returns undefined if the user does not exist or was deleted. */
export async function findRole(db: Db, userId: string): Promise<Pick<UserRow, 'role'> | undefined> {
  const [row] = await roleOf(db, { userId })
  return row
}

const roleOf = fixedQuery((db: Db, { userId }: { userId: string }) =>
  db.selectFrom('users').select('role').where('id', '=', userId).where('archived_at', 'is', null),
)

/**
 * Inserts a user. If there already is a user with this `subject` (the id of the account), updates that user's name
 * and email address instead.
 */
export async function saveUser(db: Db, user: UserRow): Promise<void> {
  await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ name: user.name, email: user.email }))
    .execute()
}

/** Ends all sessions of an account, and deletes its tokens for resetting the password. */
export async function endSessionsOf(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('identity_sessions').where('user_id', '=', subject).execute()
  await db.deleteFrom('identity_verifications').where('value', '=', subject).execute()
}

/**
 * Ends all sessions of an account except the session `sessionId`, and deletes the account's tokens for resetting the
 * password.
 */
export async function endOtherSessions(
  db: Db,
  { subject, sessionId }: { subject: string; sessionId: string },
): Promise<void> {
  await db
    .deleteFrom('identity_sessions')
    .where('user_id', '=', subject)
    .where('id', '!=', sessionId)
    .execute()
  await db.deleteFrom('identity_verifications').where('value', '=', subject).execute()
}

/** Returns whether there is a session with this id that has not expired at `at`, a time in ISO 8601. */
export async function isLiveSession(
  db: Db,
  { sessionId, at }: { sessionId: string; at: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('identity_sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return row !== undefined
}

/** The maximum number of expired sessions that are listed with one query and then deleted. */
export const MAX_EXPIRED = 100

/**
 * Returns one page of the ids of sessions that expired before `at`, a time in ISO 8601. The ids are in ascending
 * order and greater than `after`, the last id of the previous page.
 */
export async function listExpired(db: Db, { after, at }: { after: string; at: string }): Promise<string[]> {
  const rows = await db
    .selectFrom('identity_sessions')
    .select('id')
    .where('id', '>', after)
    .where('expires_at', '<', at)
    .orderBy('id')
    .limit(MAX_EXPIRED)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Deletes the sessions with these ids if they expired before `at`. The expiry is checked again, because a session may
 * have been renewed after it was listed.
 */
export async function deleteExpired(db: Db, { ids, at }: { ids: string[]; at: string }): Promise<void> {
  await db.deleteFrom('identity_sessions').where('id', 'in', ids).where('expires_at', '<', at).execute()
}

/** Deletes the tokens and pending logins that expired before `at`, a time in ISO 8601. */
export async function deleteExpiredVerifications(db: Db, at: string): Promise<void> {
  await db.deleteFrom('identity_verifications').where('expires_at', '<', at).execute()
}

/**
 * Finds the account with this email address if the account has no password. Earlier versions left such an account if
 * the server was killed in the middle of a sign-up. No one can sign in to the account, and it prevents a new sign-up
 * with the address.
 */
export function findIncompleteAccount(db: Db, email: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('identity_users')
    .select('id')
    .where('email', '=', email)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('identity_accounts').select('id').whereRef('user_id', '=', 'identity_users.id'))),
    )
    .executeTakeFirst()
}
