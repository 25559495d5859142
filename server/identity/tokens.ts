import { hash, randomBytes } from 'node:crypto'
import type { Db } from '#server/shop-database.ts'
import type { TokenKind, TokenRow } from '#server/tables/account-rows.ts'

/**
 * The links in mails that another person may have got hold of. They end when the password or the address is changed.
 */
export const MAILED_LINKS: TokenKind[] = ['reset', 'email-old', 'email-new']

/**
 * A secret for a link in a mail, for the link of an invitation, or for a cookie. The database contains only `stored`, so
 * that a copy of the database does not give the secret away.
 */
export type Token = { token: string; stored: string }

export function newToken(): Token {
  const token = randomBytes(24).toString('base64url')
  return { token, stored: storedToken(token) }
}

/** Returns what the database contains of a token: its SHA-256. A token has 192 random bits, so one round is enough. */
export function storedToken(token: string): string {
  return hash('sha256', token, 'base64url')
}

/**
 * `data` is stored as JSON. `owner` is that of `TokenRow`. `token` is a secret that the caller has already; without it, a
 * new one is made.
 */
type NewToken = {
  kind: TokenKind
  owner: string | null
  data?: object | undefined
  expiresAt: number
  token?: string
}

/** Stores a new token, and returns the secret. */
export async function mint(
  tx: Db,
  { kind, owner, data = {}, expiresAt, token = newToken().token }: NewToken,
): Promise<string> {
  const row = { kind, owner, data: JSON.stringify(data), tries: 0, expires_at: expiresAt }
  await tx
    .insertInto('tokens')
    .values({ ...row, hash: storedToken(token) })
    .execute()
  return token
}

/** What identifies a token: the secret, and the kinds that it may have. It must not have expired by `at`. */
type Given = { token: string; kinds: TokenKind[]; at: number }

export function findToken(db: Db, { token, kinds, at }: Given): Promise<TokenRow | undefined> {
  return db
    .selectFrom('tokens')
    .selectAll()
    .where('hash', '=', storedToken(token))
    .where('kind', 'in', kinds)
    .where('expires_at', '>', at)
    .executeTakeFirst()
}

/** Deletes a token and returns it, so that it is used once, also if several requests have it at the same moment. */
export function takeToken(tx: Db, { token, kinds, at }: Given): Promise<TokenRow | undefined> {
  return tx
    .deleteFrom('tokens')
    .where('hash', '=', storedToken(token))
    .where('kind', 'in', kinds)
    .where('expires_at', '>', at)
    .returningAll()
    .executeTakeFirst()
}

type Owned = { owner: string; kinds: TokenKind[] }

export function listTokens(db: Db, { owner, kinds, at }: Owned & { at: number }): Promise<TokenRow[]> {
  return db
    .selectFrom('tokens')
    .selectAll()
    .where('owner', '=', owner)
    .where('kind', 'in', kinds)
    .where('expires_at', '>', at)
    .execute()
}

export async function deleteTokens(tx: Db, { owner, kinds }: Owned): Promise<void> {
  await tx.deleteFrom('tokens').where('owner', '=', owner).where('kind', 'in', kinds).execute()
}

/** Counts a try, and returns the token, unless it was tried `max` times already. */
export function countTry(
  tx: Db,
  { token, kinds, at, max }: Given & { max: number },
): Promise<TokenRow | undefined> {
  return tx
    .updateTable('tokens')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('hash', '=', storedToken(token))
    .where('kind', 'in', kinds)
    .where('expires_at', '>', at)
    .where('tries', '<', max)
    .returningAll()
    .executeTakeFirst()
}
