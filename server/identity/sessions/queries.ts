import { fixedQuery } from '#server/platform/database/fixed-query.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { SessionRow } from '#server/tables/account-rows.ts'
import { publishUserOf } from '../queries.ts'

type LookUp = { hash: string; provider: string; at: number }

/** Finds the session with this hash of a token, with its person, unless it has expired by `at`. */
export const listByToken = fixedQuery((db: Db, { hash, provider, at }: LookUp) =>
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

type SessionChange = Partial<Pick<SessionRow, 'confirmed_at' | 'expires_at' | 'strong'>>

/** Returns false if the session has ended. */
export async function changeSession(tx: Db, id: string, change: SessionChange): Promise<boolean> {
  const changed = tx.updateTable('sessions').set(change).where('id', '=', id).returning('id')
  return (await changed.executeTakeFirst()) !== undefined
}

/** Ends all sessions of an account, but for the one with the id `except`. Their access tokens stop working, too. */
export async function endSessions({ tx, publish }: ShopWrite, account: string, except = ''): Promise<void> {
  await tx.deleteFrom('sessions').where('account', '=', account).where('id', '!=', except).execute()
  await publishUserOf({ tx, publish }, account)
}
