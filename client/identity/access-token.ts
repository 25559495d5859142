import { tryStorage } from '#client/lib/try-storage.ts'

/** The key of the access token in the browser's local storage (specification section 3). */
export const TOKEN_KEY = 'accessToken'

/** How long before its expiry an access token is renewed, in milliseconds (specification section 9). */
const RENEW_BEFORE = 5 * 60_000

/** The maximum age of an access token that `createTokenSync` sends, in milliseconds (specification section 9). */
const MAX_SYNC_AGE = 300_000

/** The claims of an access token. The times are in milliseconds since 1970. */
export type TokenClaims = { email: string; issuedAt: number; expiresAt: number }

export function readToken(): string | null {
  return tryStorage(() => localStorage.getItem(TOKEN_KEY))
}

export function saveToken(token: string): void {
  tryStorage(() => localStorage.setItem(TOKEN_KEY, token))
}

export function removeToken(): void {
  tryStorage(() => localStorage.removeItem(TOKEN_KEY))
}

/**
 * Returns the claims of a JWT, or null if the text is not a JWT with these claims. The signature is not verified,
 * because the server does that.
 */
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

/**
 * Returns how long to wait before an access token is renewed, in milliseconds: until 5 minutes before its expiry, or
 * 0 if less time is left.
 */
export function renewalDelay(claims: Pick<TokenClaims, 'expiresAt'>, now: number): number {
  return Math.max(0, claims.expiresAt - RENEW_BEFORE - now)
}

/** Returns true if a stored access token belongs to the user with this email address and need not be renewed yet. */
export function isTokenUsable(token: string | null, email: string, now: number): boolean {
  const claims = token ? tokenClaims(token) : null
  return isOf(claims, email) && renewalDelay(claims, now) > 0
}

/** Returns true if an access token was issued to the user with this email address. */
export function isTokenOf(token: string, email: string): boolean {
  return isOf(tokenClaims(token), email)
}

function isOf(claims: TokenClaims | null, email: string): claims is TokenClaims {
  return claims?.email.toLowerCase() === email.toLowerCase()
}

/**
 * Returns a function that reports each change of the access token to the URL in the setting `TOKEN_SYNC_URL`, as the
 * identity library in the specification does. A new token is sent with POST, and its removal is reported with DELETE.
 * Errors are ignored.
 */
export function createTokenSync(address: string | null, now: () => number = Date.now) {
  let sent: string | null | undefined
  return function sync(token: string | null): void {
    if (!address || token === sent || (token && isTooOldToSync(token, now()))) return
    sent = token
    const headers: HeadersInit = token ? { authorization: `Bearer ${token}` } : {}
    fetch(address, { method: token ? 'POST' : 'DELETE', headers, credentials: 'include' }).catch(
      () => undefined,
    )
  }
}

function isTooOldToSync(token: string, now: number): boolean {
  const claims = tokenClaims(token)
  return claims === null || now - claims.issuedAt > MAX_SYNC_AGE
}

type Payload = { email: string; iat: number; exp: number }

function isPayload(value: unknown): value is Payload {
  // The cast is safe, because the next line checks the type of each property that it reads.
  const payload = value as Partial<Payload> | null
  return typeof payload?.email === 'string' && Number.isFinite(payload.iat) && Number.isFinite(payload.exp)
}

function decodeBase64Url(text: string): string {
  const bytes = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
  return new TextDecoder().decode(bytes)
}
