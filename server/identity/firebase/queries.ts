import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { fixedQuery } from '#server/platform/database/fixed-query.ts'
import type { Db } from '#server/shop-database.ts'
import { isLiveSession } from '../queries.ts'

// SQLite has no boolean type, but both databases know these words.
const yes: RawBuilder<boolean> = sql`TRUE`
const no: RawBuilder<boolean> = sql`FALSE`

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
  const [[atFirebase], [user]] = await Promise.all([atFirebaseOf(db, session), userOf(db, session)])
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

const userOf = fixedQuery((db: Db, { subject }: { subject: string }) =>
  db.selectFrom('identity_users').select(['email', 'name']).where('id', '=', subject),
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
    userOf(db, { subject }),
  ])
  const sessions = rows.map(async (row) => {
    const [atFirebase] = await atFirebaseOf(db, row)
    return atFirebase && user ? [{ ...row, ...atFirebase, ...user, isOld: false }] : []
  })
  return (await Promise.all(sessions)).flat()
}

/** An account of Firebase that belongs to an account of the shop. `provider` names the project. */
type Link = { provider: string; uid: string }

export async function findLinked(
  db: Db,
  link: Link,
): Promise<{ id: string; email: string; name: string } | undefined> {
  const account = await db
    .selectFrom('identity_accounts')
    .select('user_id as subject')
    .where('id', '=', linkId(link))
    .executeTakeFirst()
  if (!account) return undefined
  const [user] = await userOf(db, account)
  return user && { id: account.subject, ...user }
}

/** Finds the account of the shop with this e-mail address, if it belongs to an account of the provider. */
export async function findSubjectByEmail(
  db: Db,
  { provider, email }: { provider: string; email: string },
): Promise<string | undefined> {
  const holder = await findHolder(db, email)
  if (!holder) return undefined
  return (await hasLink(db, { subject: holder.id, provider })) ? holder.id : undefined
}

/** Finds the account of the shop that has this e-mail address, and whether the address was confirmed. */
export function findHolder(db: Db, email: string): Promise<{ id: string; confirmed: unknown } | undefined> {
  return db
    .selectFrom('identity_users')
    .select('id')
    .select(({ eb }) => eb('email_verified', '=', yes).as('confirmed'))
    .where('email', '=', email)
    .executeTakeFirst()
}

type NewUser = { id: string; name: string; email: string; emailVerified: boolean; at: string }

export async function insertUser(db: Db, { id, name, email, emailVerified, at }: NewUser): Promise<void> {
  const email_verified = emailVerified ? yes : no
  await db
    .insertInto('identity_users')
    .values({ id, name, email, email_verified, created_at: at, updated_at: at })
    .execute()
}

/** `emailVerified` is null if the shop goes on with what it knows. */
type UserChange = Omit<NewUser, 'emailVerified'> & { emailVerified: boolean | null }

export async function updateUser(db: Db, { id, name, email, emailVerified, at }: UserChange): Promise<void> {
  const email_verified = emailVerified ? yes : no
  await db
    .updateTable('identity_users')
    .set({ name, email, updated_at: at, ...(emailVerified !== null && { email_verified }) })
    .where('id', '=', id)
    .execute()
}

export async function insertLink(
  db: Db,
  { provider, uid, subject, at }: Link & { subject: string; at: string },
): Promise<void> {
  const id = linkId({ provider, uid })
  const row = { id, account_id: uid, provider_id: provider, user_id: subject, created_at: at, updated_at: at }
  await db.insertInto('identity_accounts').values(row).execute()
}

/** Returns whether the account can be signed in to with this provider. */
export async function hasLink(
  db: Db,
  { subject, provider }: { subject: string; provider: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('identity_accounts')
    .select('id')
    .where('user_id', '=', subject)
    .where('provider_id', '=', provider)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes every way to sign in to an account, or only those of one provider. */
export async function deleteLinks(db: Db, subject: string, provider?: string): Promise<void> {
  await db
    .deleteFrom('identity_accounts')
    .where('user_id', '=', subject)
    .$if(provider !== undefined, (query) => query.where('provider_id', '=', String(provider)))
    .execute()
}

function linkId({ provider, uid }: Link): string {
  return `${provider}:${uid}`
}
