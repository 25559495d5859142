import { randomBytes } from 'node:crypto'
import { Problem } from '#contract/errors.ts'
import { now } from '#server/platform/clock.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { hashPassword, isPassword } from '../passwords.ts'
import { endOtherSessions, endSessionsOf, isLiveSession } from '../queries.ts'
import { FRESH_SESSION_MS, RESET_TOKEN_MS } from './identity-provider.ts'
import type { Http, IdentityProvider, OwnSession, PasswordChange, ResetToken } from './identity-provider.ts'
import * as rows from './queries.ts'

type FindSession = (http: Http) => Promise<SessionPerson | null>

/**
 * Returns the part of the built-in identity provider that changes existing accounts. It does not use better-auth, so
 * that each change is one transaction. A link to reset a password, for example, cannot be used any more once a change of
 * the password has been committed.
 */
export function accountsInDatabase(database: ShopDatabase, findSession: FindSession) {
  const signedIn = async <T>(http: Http, act: (person: SessionPerson) => Promise<T>) => {
    const person = await findSession(http)
    return person ? act(person) : new Problem('not-signed-in')
  }
  return {
    createResetToken: (email) => createResetToken(database, email),
    resetPassword: (token, password) => resetPassword(database, token, password),
    changePassword: (http, change) => signedIn(http, (person) => changePassword(database, person, change)),
    account: async (subject) => {
      const row = await rows.findAccount(database.read, subject)
      if (!row) return null
      const hash = await rows.findPasswordHash(database.read, subject)
      return { hasPassword: hash !== null, emailVerified: Boolean(row.email_verified) }
    },
    confirm: (http, password) => signedIn(http, (person) => confirm(database, person, password)),
    sessions: (http) => signedIn(http, (person) => listSessions(database, person)),
    endSession: (http, id) =>
      signedIn(http, ({ subject }) =>
        database.write(async ({ tx }) => {
          return (await rows.deleteSession(tx, { subject, id })) || new Problem('not-found')
        }),
      ),
    endOtherSessions: (http) =>
      signedIn(http, (person) =>
        database.write(async ({ tx }) => {
          await endOtherSessions(tx, person)
          return true as const
        }),
      ),
    changeEmail: (subject, email) => changeEmail(database, subject, email),
    deleteAccount: (subject) => database.write(({ tx }) => rows.deleteAccount(tx, subject)),
    isLiveSession: (sessionId) => isLiveSession(database.read, { sessionId, at: iso(now()) }),
  } satisfies Partial<IdentityProvider>
}

function iso(time: number): string {
  return new Date(time).toISOString()
}

async function createResetToken(database: ShopDatabase, email: string): Promise<ResetToken | null> {
  const account = await rows.findAccountByEmail(database.read, email)
  if (!account) return null
  const token = randomBytes(24).toString('base64url')
  const [at, expiresAt] = [now(), now() + RESET_TOKEN_MS]
  const row = { subject: account.id, token, at: iso(at), until: iso(expiresAt) }
  await database.write(({ tx }) => rows.insertResetToken(tx, row))
  return { token, name: account.name, expiresAt }
}

async function resetPassword(
  database: ShopDatabase,
  token: string,
  password: string,
): Promise<string | Problem> {
  // Hashes the password before the token is deleted. If the queue for hashes is full, the token therefore stays valid.
  const hash = await hashPassword(password)
  const at = iso(now())
  return database.write(async ({ tx }) => {
    const subject = await rows.takeResetToken(tx, { token, at })
    if (subject === null || !(await rows.findAccount(tx, subject))) return new Problem('reset-link-used')
    await rows.setHash(tx, { subject, hash, at })
    await rows.markVerified(tx, subject)
    await endSessionsOf(tx, subject)
    return subject
  })
}

async function changePassword(
  database: ShopDatabase,
  { subject, sessionId }: SessionPerson,
  { current, password }: PasswordChange,
): Promise<true | Problem> {
  const from = await rows.findPasswordHash(database.read, subject)
  if (from === null || !(await isPassword({ hash: from, password: current })))
    return new Problem('wrong-current-password')
  const hash = await hashPassword(password)
  return database.write(async ({ tx }) => {
    const isReplaced = await rows.replaceHash(tx, { subject, from, hash, at: iso(now()) })
    if (!isReplaced) return new Problem('wrong-current-password')
    await endOtherSessions(tx, { subject, sessionId })
    return true as const
  })
}

async function confirm(
  { read }: ShopDatabase,
  { subject, sessionId }: SessionPerson,
  password: string | null,
): Promise<true | Problem> {
  const hash = await rows.findPasswordHash(read, subject)
  if (hash !== null) {
    const isRight = password !== null && (await isPassword({ hash, password }))
    return isRight || new Problem('wrong-current-password')
  }
  const sessions = await rows.listSessions(read, { subject, at: iso(now()) })
  const own = sessions.find(({ id }) => id === sessionId)
  const isFresh = own !== undefined && millis(own.created_at) > now() - FRESH_SESSION_MS
  return isFresh || new Problem('sign-in-again')
}

async function listSessions(
  { read }: ShopDatabase,
  { subject, sessionId }: SessionPerson,
): Promise<OwnSession[]> {
  const sessions = await rows.listSessions(read, { subject, at: iso(now()) })
  return sessions.map(({ id, user_agent, created_at }) => ({
    id,
    browser: user_agent ?? '',
    createdAt: millis(created_at),
    isThis: id === sessionId,
  }))
}

function millis(time: string | Date): number {
  return new Date(time).getTime()
}

function changeEmail(database: ShopDatabase, subject: string, email: string): Promise<true | Problem> {
  const changed = database.write(async ({ tx }) => {
    if (!(await rows.replaceEmail(tx, { subject, email, at: iso(now()) }))) return new Problem('not-found')
    await rows.deleteResetTokens(tx, subject)
    return true as const
  })
  return changed.catch(rows.refuseDuplicate)
}
