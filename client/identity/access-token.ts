import { tryStorage } from '#client/lib/try-storage.ts'

/** Where the access token is kept in the browser's local storage (specification section 3). */
export const TOKEN_KEY = 'accessToken'

/** How long before its end a token is renewed, in ms. */
const RENEW_BEFORE = 5 * 60_000

/** The age up to which a token is told to others, in ms. */
export const SYNC_AGE = 300_000

/** What an access token says: whose it is, when it was issued and when it ends, in ms since 1970. */
export type TokenClaims = { email: string; issuedAt: number; expiresAt: number }

export function readToken(): string | null {
  return tryStorage(() => localStorage.getItem(TOKEN_KEY))
}

export function saveToken(token: string): void {
  tryStorage(() => localStorage.setItem(TOKEN_KEY, token))
}

export function dropToken(): void {
  tryStorage(() => localStorage.removeItem(TOKEN_KEY))
}

/** The claims of a JWT, unverified (the server verifies), or null when the text is not one. */
export function tokenClaims(token: string): TokenClaims | null {
  try {
    const payload: unknown = JSON.parse(decodeBase64Url(token.split('.')[1] ?? ''))
    return isPayload(payload)
      ? { email: payload.email, issuedAt: payload.iat * 1000, expiresAt: payload.exp * 1000 }
      : null
  } catch {
    return null
  }
}

/** How long to wait before a token is renewed, in ms: 5 minutes before it ends, or at once. */
export function renewalDelay(claims: Pick<TokenClaims, 'expiresAt'>, now: number): number {
  return Math.max(0, claims.expiresAt - RENEW_BEFORE - now)
}

/** Whether a stored token still serves this person and need not be renewed yet. */
export function stillServes(token: string | null, email: string, now: number): boolean {
  const claims = token ? tokenClaims(token) : null
  return (
    claims !== null && claims.email.toLowerCase() === email.toLowerCase() && renewalDelay(claims, now) > 0
  )
}

type Payload = { email: string; iat: number; exp: number }

function isPayload(value: unknown): value is Payload {
  // What is read of it is checked in the next line.
  const payload = value as Partial<Payload> | null
  return typeof payload?.email === 'string' && Number.isFinite(payload.iat) && Number.isFinite(payload.exp)
}

function decodeBase64Url(text: string): string {
  const bytes = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
  return new TextDecoder().decode(bytes)
}
