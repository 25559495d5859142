import { fixedQuery } from '#server/platform/database/fixed-query.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { SessionRow } from '#server/tables/account-rows.ts'
import { publishUserOf } from '../queries.ts'

type LookUp = { hash: string; provider: string; at: number }

/** Finds the session with this hash of a token, with its person, unless it has expired by `at`. */
export async function findSessionByToken(
  db: Db,
  lookUp: LookUp,
): Promise<(SessionPerson & { expiresAt: number }) | undefined> {
  const [session] = await byToken(db, lookUp)
  return session
}

const byToken = fixedQuery((db: Db, { hash, provider, at }: LookUp) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account')
    .select(['accounts.id as subject', 'accounts.email', 'accounts.name'])
    .select(['sessions.id as sessionId', 'sessions.expires_at as expiresAt'])
    .where('sessions.token', '=', hash)
    .where('sessions.provider', '=', provider)
    .where('sessions.expires_at', '>', at),
)

/** Returns the session with this id, unless it has expired at `at`. */
export async function findLiveSession(
  db: Db,
  live: { sessionId: string; at: number },
): Promise<Pick<SessionRow, 'strong' | 'confirmed_at'> | undefined> {
  const [session] = await liveSession(db, live)
  return session
}

const liveSession = fixedQuery((db: Db, { sessionId, at }: { sessionId: string; at: number }) =>
  db
    .selectFrom('sessions')
    .select(['strong', 'confirmed_at'])
    .where('id', '=', sessionId)
    .where('expires_at', '>', at),
)

export async function insertSession(tx: Db, row: SessionRow): Promise<void> {
  await tx.insertInto('sessions').values(row).execute()
}

type SessionChange = Partial<Pick<SessionRow, 'confirmed_at' | 'expires_at' | 'strong'>>

/** Returns false if the session has ended. */
export async function changeSession(tx: Db, id: string, change: SessionChange): Promise<boolean> {
  const changed = tx.updateTable('sessions').set(change).where('id', '=', id).returning('id')
  return (await changed.executeTakeFirst()) !== undefined
}

/** Returns the sessions of an account that have not expired by `at`, the newest first. */
export function listSessions(
  db: Db,
  { account, at }: { account: string; at: number },
): Promise<Pick<SessionRow, 'id' | 'browser' | 'created_at'>[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'browser', 'created_at'])
    .where('account', '=', account)
    .where('expires_at', '>', at)
    .orderBy('id', 'desc')
    .execute()
}

/** Deletes the session with this hash of a token. Returns its id, or null if there is none. */
export async function deleteSessionByToken(tx: Db, hash: string): Promise<string | null> {
  const row = await tx.deleteFrom('sessions').where('token', '=', hash).returning('id').executeTakeFirst()
  return row?.id ?? null
}

/** Returns false if the account has no session with this id. */
export async function deleteSession(
  tx: Db,
  { account, id }: { account: string; id: string },
): Promise<boolean> {
  const deleted = tx.deleteFrom('sessions').where('id', '=', id).where('account', '=', account)
  return (await deleted.returning('id').execute()).length > 0
}

/** Ends all sessions of an account, but for the one with the id `except`. Their access tokens stop working, too. */
export async function endSessions({ tx, publish }: ShopWrite, account: string, except = ''): Promise<void> {
  await tx.deleteFrom('sessions').where('account', '=', account).where('id', '!=', except).execute()
  await publishUserOf({ tx, publish }, account)
}
