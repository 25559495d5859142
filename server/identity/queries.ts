import type { Kysely } from 'kysely'
import type { Tables, UserRow } from '#server/tables.ts'

type Db = Kysely<Tables>

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

/** The role as it stands now, or undefined for somebody who is gone. */
export function findRole(db: Db, userId: string): Promise<Pick<UserRow, 'role'> | undefined> {
  return db
    .selectFrom('users')
    .select('role')
    .where('id', '=', userId)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
}

/** Adds the user, or gives the one who is there already the new name. */
export async function saveUser(db: Db, user: UserRow): Promise<void> {
  await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ name: user.name }))
    .execute()
}

export async function isLiveSession(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity_sessions')
    .select('id')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row !== undefined
}

/** As many are found and deleted at once. */
export const MOST_EXPIRED = 100

/** Some of the sessions after an id that expired before `at`, a time as ISO 8601 has it. */
export async function listExpired(db: Db, { after, at }: { after: string; at: string }): Promise<string[]> {
  const rows = await db
    .selectFrom('identity_sessions')
    .select('id')
    .where('id', '>', after)
    .where('expires_at', '<', at)
    .orderBy('id')
    .limit(MOST_EXPIRED)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes those of the sessions that are still expired: one may have been renewed since it was found. */
export async function deleteExpired(db: Db, { ids, at }: { ids: string[]; at: string }): Promise<void> {
  await db.deleteFrom('identity_sessions').where('id', 'in', ids).where('expires_at', '<', at).execute()
}

type HalfMade = { email: string; madeBefore: string }

/** The account with this address if its making was cut off, before it had a password: it would block its address for ever. */
export function findHalfMade(db: Db, { email, madeBefore }: HalfMade): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('identity_users')
    .select('id')
    .where('email', '=', email)
    .where('created_at', '<', madeBefore)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('identity_accounts').select('id').whereRef('user_id', '=', 'identity_users.id'))),
    )
    .executeTakeFirst()
}
