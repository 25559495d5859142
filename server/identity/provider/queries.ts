import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { Problem } from '#contract/errors.ts'
import type { Db } from '#server/shop-database.ts'
import { newId } from '#server/platform/clock.ts'
import { isDuplicate } from '#server/platform/database/database-errors.ts'
import type { IdentityUserRow } from '#server/tables/account-rows.ts'
import { endSessionsOf } from '../queries.ts'

/** The name that better-auth gives to accounts with a password. */
const PASSWORD_PROVIDER = 'credential'

const yes = sql<boolean>`CAST(1 AS BOOLEAN)`

export function findAccountByEmail(
  db: Db,
  email: string,
): Promise<Pick<IdentityUserRow, 'id' | 'name'> | undefined> {
  return db.selectFrom('identity_users').select(['id', 'name']).where('email', '=', email).executeTakeFirst()
}

export function findAccount(
  db: Db,
  subject: string,
): Promise<Pick<IdentityUserRow, 'id' | 'email_verified'> | undefined> {
  return db
    .selectFrom('identity_users')
    .select(['id', 'email_verified'])
    .where('id', '=', subject)
    .executeTakeFirst()
}

/** Returns the hash of the account's password, or null if the account has no password. */
export async function findPasswordHash(db: Db, subject: string): Promise<string | null> {
  const row = await db
    .selectFrom('identity_accounts')
    .select('password')
    .where('user_id', '=', subject)
    .where('provider_id', '=', PASSWORD_PROVIDER)
    .executeTakeFirst()
  return row?.password ?? null
}

/** A change of the hash of a password. Times are in ISO 8601. */
type HashChange = { subject: string; hash: string; at: string }

/**
 * Replaces the hash of a password. Returns false and changes nothing if the hash is not `from` any more, because
 * another request has changed the password in the meantime.
 */
export async function replaceHash(
  db: Db,
  { subject, from, hash: to, at }: HashChange & { from: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identity_accounts')
    .set({ password: to, updated_at: at })
    .where('user_id', '=', subject)
    .where('provider_id', '=', PASSWORD_PROVIDER)
    .where('password', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Gives an account this password, whether or not it had one. */
export async function setHash(db: Db, { subject, hash: to, at }: HashChange): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('identity_accounts')
    .set({ password: to, updated_at: at })
    .where('user_id', '=', subject)
    .where('provider_id', '=', PASSWORD_PROVIDER)
    .executeTakeFirst()
  if (numUpdatedRows > 0) return
  const account = { account_id: subject, provider_id: PASSWORD_PROVIDER, user_id: subject, password: to }
  await db
    .insertInto('identity_accounts')
    .values({ id: newId(), ...account, created_at: at, updated_at: at })
    .execute()
}

export async function insertResetToken(
  db: Db,
  { subject, token, at, until }: { subject: string; token: string; at: string; until: string },
): Promise<void> {
  const row = { identifier: identifierOf(token), value: subject, expires_at: until }
  await db
    .insertInto('identity_verifications')
    .values({ id: newId(), ...row, created_at: at, updated_at: at })
    .execute()
}

/**
 * Deletes a token for resetting a password. Returns the id of its account, or null if there is no such token or it has
 * expired by `at`.
 */
export async function takeResetToken(
  db: Db,
  { token, at }: { token: string; at: string },
): Promise<string | null> {
  const row = await db
    .deleteFrom('identity_verifications')
    .where('identifier', '=', identifierOf(token))
    .where('expires_at', '>', at)
    .returning('value')
    .executeTakeFirst()
  return row?.value ?? null
}

/** Only the hash of a token is stored. Only the outbox contains the token itself, until the mail has been sent. */
function identifierOf(token: string): string {
  return hash('sha256', `reset-password:${token}`, 'base64url')
}

/** Records that the owner of an account has confirmed its email address. */
export async function markVerified(db: Db, subject: string): Promise<void> {
  await db.updateTable('identity_users').set({ email_verified: yes }).where('id', '=', subject).execute()
}

/** Returns false if there is no account with this id. */
export async function replaceEmail(
  db: Db,
  { subject, email, at }: { subject: string; email: string; at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identity_users')
    .set({ email, email_verified: yes, updated_at: at })
    .where('id', '=', subject)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Deletes all tokens for resetting the password of an account. */
export async function deleteResetTokens(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('identity_verifications').where('value', '=', subject).execute()
}

type SessionRow = { id: string; user_agent: string | null; created_at: string | Date }

/** Returns the sessions of an account that have not expired by `at`, the newest first. */
export function listSessions(
  db: Db,
  { subject, at }: { subject: string; at: string },
): Promise<SessionRow[]> {
  return db
    .selectFrom('identity_sessions')
    .select(['id', 'user_agent', 'created_at'])
    .where('user_id', '=', subject)
    .where('expires_at', '>', at)
    .orderBy('id', 'desc')
    .execute()
}

/** Returns false if the account has no session with this id. */
export async function deleteSession(
  db: Db,
  { subject, id }: { subject: string; id: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('identity_sessions')
    .where('id', '=', id)
    .where('user_id', '=', subject)
    .executeTakeFirst()
  return numDeletedRows > 0
}

/** Deletes an account with its password, its sessions and its reset tokens. */
export async function deleteAccount(db: Db, subject: string): Promise<void> {
  await endSessionsOf(db, subject)
  await db.deleteFrom('identity_users').where('id', '=', subject).execute()
}

/**
 * Returns the problem that the email address is already in use, if the error is a violation of a unique index. Two
 * requests with one address at the same moment can both pass the check that comes before the write. Other errors are
 * thrown again.
 */
export function refuseDuplicate(error: unknown): Problem {
  if (isDuplicate(error)) return new Problem('email-already-in-use')
  throw error
}
