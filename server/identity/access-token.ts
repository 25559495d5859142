import { createPrivateKey, createPublicKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { SigningSecret } from '#server/platform/secrets/secret-set.ts'

/**
 * The claims of an access token. `subject` is the id of the user's account. `expiresAt` is the time in UTC milliseconds
 * until which the token is accepted.
 * The token contains no permissions: the user's role is read from the database.
 */
export type Claims = { subject: string; sessionId: string; email: string; expiresAt: number }

const LIFETIME_S = 15 * 60
const ISSUER = 'crema'

/**
 * Signs and verifies access tokens. A token is a JWT (RFC 7519) that is signed with EdDSA (RFC 8037). It is valid for
 * 15 minutes by the clock of the process that signed it.
 */
export type AccessTokens = ReturnType<typeof createAccessTokens>

type Setup = {
  /** Returns the private keys of the shop as PEM. It is called for each token. */
  readKeys: () => Promise<SigningSecret>
  /**
   * The time in milliseconds for which a token is accepted after its expiry. The clock of the process that signed it may
   * be behind the clock of this process by that much.
   */
  toleranceMs?: number
}

export function createAccessTokens({ readKeys, toleranceMs = 0 }: Setup) {
  const keys = new ParsedKeys()
  return {
    sign: async ({ subject, sessionId, email }: Omit<Claims, 'expiresAt'>): Promise<string> =>
      new SignJWT({ sid: sessionId, email })
        .setProtectedHeader({ alg: 'EdDSA' })
        .setSubject(subject)
        .setIssuer(ISSUER)
        .setIssuedAt()
        .setExpirationTime(`${LIFETIME_S}s`)
        .sign(keys.parse((await readKeys()).current).privateKey),

    /**
     * Returns the claims of the token, or null if the token is invalid or has expired. Rejects if the keys cannot be
     * read.
     */
    verify: async (token: string): Promise<Claims | null> => {
      for (const pem of (await readKeys()).accepted) {
        const claims = await claimsOf(token, { publicKey: keys.parse(pem).publicKey, toleranceMs })
        if (claims) return claims
      }
      return null
    },
  }
}

async function claimsOf(
  token: string,
  { publicKey, toleranceMs }: { publicKey: KeyObject; toleranceMs: number },
): Promise<Claims | null> {
  try {
    const { payload } = await jwtVerify(token, publicKey, {
      issuer: ISSUER,
      algorithms: ['EdDSA'],
      clockTolerance: toleranceMs / 1000,
    })
    const { sub, sid, email, exp } = payload
    if (!sub || typeof sid !== 'string' || typeof email !== 'string' || !exp) return null
    return { subject: sub, sessionId: sid, email, expiresAt: exp * 1000 + toleranceMs }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

/** Parses private keys, and keeps the result, because parsing takes longer than signing. */
class ParsedKeys {
  readonly #parsed = new Map<string, { privateKey: KeyObject; publicKey: KeyObject }>()

  parse(pem: string): { privateKey: KeyObject; publicKey: KeyObject } {
    const known = this.#parsed.get(pem)
    if (known) return known
    const privateKey = createPrivateKey(pem)
    const keys = { privateKey, publicKey: createPublicKey(privateKey) }
    this.#parsed.set(pem, keys)
    return keys
  }
}
