type TokenParts = { email: string; issuedAt: number; minutes: number }

/**
 * Returns an access token for tests. It has the shape of a JWT, but no valid signature. `issuedAt` is in milliseconds
 * since 1970, and `minutes` is the lifetime.
 */
export function makeToken({ email, issuedAt, minutes }: TokenParts): string {
  const iat = Math.floor(issuedAt / 1000)
  const payload = new TextEncoder().encode(JSON.stringify({ email, iat, exp: iat + minutes * 60 }))
  return `head.${payload.toBase64({ alphabet: 'base64url', omitPadding: true })}.signature`
}

/** Returns an empty replacement of the local storage for a test: `vi.stubGlobal('localStorage', makeStorage())`. */
export function makeStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}
