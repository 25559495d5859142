import { sql } from 'kysely'
import type { Db } from '#server/shop-database.ts'
import type { IdentityVerificationRow } from '#server/tables/account-rows.ts'

export async function insertPending(db: Db, row: IdentityVerificationRow): Promise<void> {
  await db.insertInto('identity_verifications').values(row).execute()
}

/** Deletes the row with this identifier and returns its value, or null if there is no row that is valid at `at`. */
export async function deletePending(
  db: Db,
  { identifier, at }: { identifier: string; at: string },
): Promise<string | null> {
  const row = await db
    .deleteFrom('identity_verifications')
    .where('identifier', '=', identifier)
    .where('expires_at', '>', at)
    .returning('value')
    .executeTakeFirst()
  return row?.value ?? null
}

/** An account of the issuer: `provider` contains its URL, and `subject` is the person's id there. */
export type OuterAccount = { provider: string; subject: string }

/** Returns the id of the account of the shop that is linked with this account of the issuer. */
export async function findLinked(db: Db, { provider, subject }: OuterAccount): Promise<string | null> {
  const row = await db
    .selectFrom('identity_accounts')
    .select('user_id')
    .where('provider_id', '=', provider)
    .where('account_id', '=', subject)
    .executeTakeFirst()
  return row?.user_id ?? null
}

type Holder = { id: string; isConfirmed: boolean }

/** Returns the account of the shop with this email address, and whether the address is confirmed. */
export async function findHolder(db: Db, email: string): Promise<Holder | null> {
  const row = await db
    .selectFrom('identity_users')
    .select(['id', 'email_verified'])
    .where('email', '=', email)
    .executeTakeFirst()
  return row ? { id: row.id, isConfirmed: Boolean(row.email_verified) } : null
}

/** Returns whether an account of the shop is linked with an account of this issuer, and whether it has a password. */
export async function findWaysIn(
  db: Db,
  { userId, provider }: { userId: string; provider: string },
): Promise<{ isLinked: boolean; hasPassword: boolean }> {
  const rows = await db
    .selectFrom('identity_accounts')
    .select(['provider_id', 'password'])
    .where('user_id', '=', userId)
    .execute()
  return {
    isLinked: rows.some(({ provider_id: id }) => id === provider),
    hasPassword: rows.some(({ password }) => password !== null),
  }
}

type NewUser = { id: string; email: string; name: string; at: string }

/** Inserts an account with a confirmed email address and without a way to sign in. */
export async function insertConfirmedUser(db: Db, { id, email, name, at }: NewUser): Promise<void> {
  await db
    .insertInto('identity_users')
    .values({
      id,
      email,
      name,
      email_verified: sql<boolean>`TRUE`,
      created_at: at,
      updated_at: at,
    })
    .execute()
}

type Link = OuterAccount & { id: string; userId: string; at: string }

export async function insertLink(db: Db, { id, provider, subject, userId, at }: Link): Promise<void> {
  await db
    .insertInto('identity_accounts')
    .values({
      id,
      account_id: subject,
      provider_id: provider,
      user_id: userId,
      password: null,
      created_at: at,
      updated_at: at,
    })
    .execute()
}

export async function deleteLink(
  db: Db,
  { userId, provider }: { userId: string; provider: string },
): Promise<void> {
  await db
    .deleteFrom('identity_accounts')
    .where('user_id', '=', userId)
    .where('provider_id', '=', provider)
    .execute()
}
