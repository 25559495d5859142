import { hash, randomBytes } from 'node:crypto'

/**
 * A secret for a link in a mail, for the link of an invitation, or for a cookie. The database contains only `stored`, so
 * that a copy of the database does not give the secret away.
 */
export type LinkToken = { token: string; stored: string }

export function newToken(): LinkToken {
  const token = randomBytes(24).toString('base64url')
  return { token, stored: storedToken(token) }
}

/** Returns what the database contains of a token: its SHA-256. A token has 192 random bits, so one round is enough. */
export function storedToken(token: string): string {
  return hash('sha256', token, 'base64url')
}
