import { SYNC_AGE, tokenClaims } from './access-token.ts'

/**
 * Returns a function that reports each change of the access token to the URL in the setting `TOKEN_SYNC_URL`, as the
 * identity library in the specification does. A new token is sent with POST, and its removal is reported with DELETE.
 * A token is sent once, and only if it is at most 300 s old. Errors are ignored.
 */
export function createTokenSync(address: string | null, now: () => number = Date.now) {
  let sent: string | null | undefined
  return function sync(token: string | null): void {
    if (!address || token === sent || (token && isOld(token, now()))) return
    sent = token
    const headers: HeadersInit = token ? { authorization: `Bearer ${token}` } : {}
    fetch(address, { method: token ? 'POST' : 'DELETE', headers, credentials: 'include' }).catch(
      () => undefined,
    )
  }
}

function isOld(token: string, now: number): boolean {
  const claims = tokenClaims(token)
  return claims === null || now - claims.issuedAt > SYNC_AGE
}
