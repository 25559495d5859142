import { SYNC_AGE, tokenClaims } from './access-token.ts'

/**
 * Tells another address of ours (setting `TOKEN_SYNC_URL`) about each new access token with POST, and of its end
 * with DELETE, as the identity provider's library of the specification does. Only a token younger than 300 s is
 * told, each once, and a failure disturbs nobody.
 */
export function createTokenSync(address: string | null, now: () => number = Date.now) {
  let told: string | null | undefined
  return function tell(token: string | null): void {
    if (!address || token === told || (token && isOld(token, now()))) return
    told = token
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
