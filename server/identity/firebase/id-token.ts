import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { JWTPayload } from 'jose'
import { Problem } from '#contract/errors.ts'
import { NAME_LENGTH } from '#contract/values/limits.ts'
import { now } from '#server/platform/clock.ts'
import { ServiceFailed } from '#server/platform/http/errors.ts'
import type { FirebaseSettings } from '../read-settings.ts'

/**
 * What a valid ID token says about an account. The email address is in lower case. `name` is null if it has none.
 * `signedInAt` is when the password was checked, and `issuedAt` when the token was made, in UTC milliseconds.
 */
export type FirebaseUser = {
  uid: string
  email: string
  emailVerified: boolean
  name: string | null
  signedInAt: number
  issuedAt: number
}

/** The public keys of the accounts that sign Firebase's ID tokens. Google replaces a key every few days. */
const KEYS = 'www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

/** The clocks of this machine and of Google may differ by this time in seconds. */
const TOLERANCE_S = 5 * 60

/**
 * Returns a function that verifies an ID token of Firebase as Google requires it
 * (https://firebase.google.com/docs/auth/admin/verify-id-tokens): the signature by RS256 with a published key, issuer,
 * audience, times and subject. It returns the problem `invalid-user-token` for any other token, and throws
 * `ServiceFailed` if the keys cannot be read.
 */
export function createVerifier({ projectId, apiBase }: FirebaseSettings) {
  const keys = createRemoteJWKSet(new URL(apiBase === null ? `https://${KEYS}` : `${apiBase}/${KEYS}`))
  return async (idToken: string): Promise<FirebaseUser | Problem> => {
    try {
      const { payload } = await jwtVerify(idToken, keys, {
        algorithms: ['RS256'],
        issuer: `https://securetoken.google.com/${projectId}`,
        audience: projectId,
        requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
        clockTolerance: TOLERANCE_S,
        currentDate: new Date(now()),
      })
      return userIn(payload) ?? new Problem('invalid-user-token')
    } catch (error) {
      if (isOfToken(error)) return new Problem('invalid-user-token')
      throw new ServiceFailed(new Problem('network-request-failed'), `Firebase's keys: ${String(error)}`)
    }
  }
}

export type VerifyIdToken = ReturnType<typeof createVerifier>

/** Returns whether the token is wrong, and not the keys or the way to them. */
function isOfToken(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return false
  return !['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'].includes(error.code)
}

function userIn({ sub: uid, iat = Infinity, email, name, ...claims }: JWTPayload): FirebaseUser | null {
  const authTime = Number(claims['auth_time'])
  const isOfNow = Math.max(iat, authTime) <= now() / 1000 + TOLERANCE_S
  if (!uid || uid.length > 128 || typeof email !== 'string' || !email || !isOfNow) return null
  return {
    uid,
    email: email.toLowerCase(),
    emailVerified: claims['email_verified'] === true,
    name: typeof name === 'string' && name ? name.slice(0, NAME_LENGTH) : null,
    signedInAt: authTime * 1000,
    issuedAt: iat * 1000,
  }
}
