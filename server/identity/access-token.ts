import { createPrivateKey, createPublicKey } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'

/**
 * The claims of an access token. `subject` is the id of the user's account, and `expiresAt` is in UTC milliseconds.
 * The token contains no permissions: the user's role is read from the database.
 */
export type Claims = { subject: string; sessionId: string; email: string; expiresAt: number }

const LIFETIME_S = 15 * 60
const ISSUER = 'crema'

/**
 * Signs and verifies access tokens. A token is a JWT (RFC 7519) that is signed with EdDSA (RFC 8037). It is valid for
 * 15 minutes.
 */
export type AccessTokens = ReturnType<typeof createAccessTokens>

export function createAccessTokens(privateKeyPem: string) {
  const privateKey = createPrivateKey(privateKeyPem)
  const publicKey = createPublicKey(privateKey)
  return {
    sign: ({ subject, sessionId, email }: Omit<Claims, 'expiresAt'>): Promise<string> =>
      new SignJWT({ sid: sessionId, email })
        .setProtectedHeader({ alg: 'EdDSA' })
        .setSubject(subject)
        .setIssuer(ISSUER)
        .setIssuedAt()
        .setExpirationTime(`${LIFETIME_S}s`)
        .sign(privateKey),

    /** Returns the claims of the token, or null if the token is invalid or has expired. */
    verify: async (token: string): Promise<Claims | null> => {
      try {
        const { payload } = await jwtVerify(token, publicKey, { issuer: ISSUER, algorithms: ['EdDSA'] })
        const { sub, sid, email, exp } = payload
        if (!sub || typeof sid !== 'string' || typeof email !== 'string' || !exp) return null
        return { subject: sub, sessionId: sid, email, expiresAt: exp * 1000 }
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}
