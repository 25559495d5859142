type TokenParts = { email: string; issuedAt: number; minutes: number }

/** A token for tests: the shape of a real one, signed by nobody. `issuedAt` in ms. */
export function makeToken({ email, issuedAt, minutes }: TokenParts): string {
  const iat = Math.floor(issuedAt / 1000)
  const payload = new TextEncoder().encode(JSON.stringify({ email, iat, exp: iat + minutes * 60 }))
  return `head.${payload.toBase64({ alphabet: 'base64url', omitPadding: true })}.signature`
}
