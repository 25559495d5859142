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

/**
 * `keys` are the private keys of the shop as PEM. `toleranceMs` is the time in milliseconds for which a token is accepted
 * after its expiry. The clock of the process that signed it may be behind the clock of this process by that much.
 */
type Setup = { keys: SigningSecret; toleranceMs?: number }

export function createAccessTokens({ keys, toleranceMs = 0 }: Setup) {
  // The keys are parsed once, because that takes longer than signing.
  const privateKey = createPrivateKey(keys.current)
  const publicKeys = keys.accepted.map((pem) => createPublicKey(createPrivateKey(pem)))
  return {
    sign: async ({ subject, sessionId, email }: Omit<Claims, 'expiresAt'>): Promise<string> =>
      new SignJWT({ sid: sessionId, email })
        .setProtectedHeader({ alg: 'EdDSA' })
        .setSubject(subject)
        .setIssuer(ISSUER)
        .setIssuedAt()
        .setExpirationTime(`${LIFETIME_S}s`)
        .sign(privateKey),

    /** Returns the claims of the token, or null if the token is invalid or has expired. */
    verify: async (token: string): Promise<Claims | null> => {
      for (const publicKey of publicKeys) {
        const claims = await claimsOf(token, { publicKey, toleranceMs })
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
