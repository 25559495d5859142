import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { fixedQuery } from '#server/platform/database/fixed-query.ts'
import type { Db } from '#server/shop-database.ts'

// SQLite has no boolean type, but both databases know these words.
const yes: RawBuilder<boolean> = sql`TRUE`
const no: RawBuilder<boolean> = sql`FALSE`

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
  const [user] = await selectUser(db, account)
  return user && { id: account.subject, ...user }
}

/** Returns the email address and the name of an account, or no row if there is no such account. */
export const selectUser = fixedQuery((db: Db, { subject }: { subject: string }) =>
  db.selectFrom('identity_users').select(['email', 'name']).where('id', '=', subject),
)

/** Finds the account of the shop with this email address, if it belongs to an account of the provider. */
export async function findSubjectByEmail(
  db: Db,
  { provider, email }: { provider: string; email: string },
): Promise<string | undefined> {
  const holder = await findHolder(db, email)
  if (!holder) return undefined
  return (await hasLink(db, { subject: holder.id, provider })) ? holder.id : undefined
}

/** Finds the account of the shop that has this email address, and whether the address was confirmed. */
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

/** If `emailVerified` is null, the stored value is kept. */
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
