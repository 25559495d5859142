import { fixedQuery } from '#server/platform/database/fixed-query.ts'
import type { Db } from '#server/shop-database.ts'
import { isLiveSession } from '../queries.ts'
import { selectUser } from './queries.ts'

/** A session as it is stored. `isOld` is true if the session has not been renewed for a day. */
export type StoredSession = {
  sessionId: string
  subject: string
  email: string
  name: string
  uid: string
  refreshToken: string
  checkedAt: number
  isOld: unknown
}

/** The times are in ISO 8601. A session is live until after `at`, and old if it expires before `renewBefore`. */
type LookUp = { hash: string; at: string; renewBefore: string }

/**
 * Finds the live session whose token has this hash. Each table is read by its own key, because the tables may be on
 * different machines.
 */
export async function findSession(db: Db, lookUp: LookUp): Promise<StoredSession | null> {
  const [session] = await sessionOf(db, lookUp)
  if (!session) return null
  const [[atFirebase], [user]] = await Promise.all([atFirebaseOf(db, session), selectUser(db, session)])
  return atFirebase && user ? { ...session, ...atFirebase, ...user } : null
}

const sessionOf = fixedQuery((db: Db, { hash, at, renewBefore }: LookUp) =>
  db
    .selectFrom('identity_sessions')
    .select(['id as sessionId', 'user_id as subject'])
    .select(({ eb }) => eb('expires_at', '<', renewBefore).as('isOld'))
    .where('token', '=', hash)
    .where('expires_at', '>', at),
)

const atFirebaseOf = fixedQuery((db: Db, { sessionId }: { sessionId: string }) =>
  db
    .selectFrom('firebase_sessions')
    .select(['uid', 'refresh_token as refreshToken', 'checked_at as checkedAt'])
    .where('session_id', '=', sessionId),
)

/** Returns whether a session of Firebase with this id has not expired at `at`, a time in ISO 8601. */
export async function isLive(db: Db, live: { sessionId: string; at: string }): Promise<boolean> {
  const [[atFirebase], isOpen] = await Promise.all([atFirebaseOf(db, live), isLiveSession(db, live)])
  return atFirebase !== undefined && isOpen
}

/** The times are in ISO 8601, but `checkedAt` is in UTC milliseconds. */
export type NewSession = {
  sessionId: string
  subject: string
  hash: string
  /** The name of the browser, such as `Firefox on Linux`. */
  browser: string
  at: string
  expiresAt: string
  uid: string
  refreshToken: string
  checkedAt: number
}

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  const { sessionId, subject, hash, browser, at, expiresAt, uid, refreshToken, checkedAt } = session
  await db
    .insertInto('identity_sessions')
    .values({
      id: sessionId,
      user_id: subject,
      token: hash,
      user_agent: browser,
      expires_at: expiresAt,
      created_at: at,
      updated_at: at,
    })
    .execute()
  await db
    .insertInto('firebase_sessions')
    .values({ session_id: sessionId, uid, refresh_token: refreshToken, checked_at: checkedAt })
    .execute()
}

export async function renewSession(
  db: Db,
  { sessionId, at, expiresAt }: Pick<NewSession, 'sessionId' | 'at' | 'expiresAt'>,
): Promise<void> {
  await db
    .updateTable('identity_sessions')
    .set({ expires_at: expiresAt, updated_at: at })
    .where('id', '=', sessionId)
    .execute()
}

type Exchanged = { sessionId: string; before: string; refreshToken: string; checkedAt: number }

/** Stores the outcome of an exchange, unless another request has replaced the refresh token `before` since then. */
export async function saveExchange(db: Db, exchanged: Exchanged): Promise<void> {
  const { sessionId, before, refreshToken, checkedAt } = exchanged
  await db
    .updateTable('firebase_sessions')
    .set({ refresh_token: refreshToken, checked_at: checkedAt })
    .where('session_id', '=', sessionId)
    .where('refresh_token', '=', before)
    .execute()
}

/** Stores new tokens of a session after its account was changed. */
export async function saveRefreshToken(
  db: Db,
  { sessionId, refreshToken, checkedAt }: Omit<Exchanged, 'before'>,
): Promise<void> {
  await db
    .updateTable('firebase_sessions')
    .set({ refresh_token: refreshToken, checked_at: checkedAt })
    .where('session_id', '=', sessionId)
    .execute()
}

/** Deletes a session. With `refreshToken`, only if it still has this one. Returns whether it was deleted. */
export async function deleteSession(db: Db, sessionId: string, refreshToken?: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('identity_sessions')
    .where('id', '=', sessionId)
    .$if(refreshToken !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('firebase_sessions')
            .select('session_id')
            .where('session_id', '=', sessionId)
            .where('refresh_token', '=', String(refreshToken)),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Returns the stored sessions of an account that have not expired by `at`, the newest first. */
export async function listSessionsOf(
  db: Db,
  { subject, at }: { subject: string; at: string },
): Promise<StoredSession[]> {
  const [rows, [user]] = await Promise.all([
    db
      .selectFrom('identity_sessions')
      .select(['id as sessionId', 'user_id as subject'])
      .where('user_id', '=', subject)
      .where('expires_at', '>', at)
      .orderBy('id', 'desc')
      .execute(),
    selectUser(db, { subject }),
  ])
  const sessions = rows.map(async (row) => {
    const [atFirebase] = await atFirebaseOf(db, row)
    return atFirebase && user ? [{ ...row, ...atFirebase, ...user, isOld: false }] : []
  })
  return (await Promise.all(sessions)).flat()
}
