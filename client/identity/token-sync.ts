import { SYNC_AGE, tokenClaims } from './access-token.ts'

/**
 * Sends each new access token to the address of the setting `TOKEN_SYNC_URL` with POST, and its end with DELETE, as the
 * specification's identity library does. A token is sent once, and only if it is at most 300 s old. Errors are ignored.
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
