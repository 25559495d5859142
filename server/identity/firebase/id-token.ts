import { errors, jwtVerify } from 'jose'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import { Problem } from '#contract/errors.ts'
import { NAME_LENGTH } from '#contract/values/limits.ts'
import { now } from '#server/platform/clock.ts'
import { ServiceFailed } from '#server/platform/http/errors.ts'

/** What a valid ID token says about an account. The email address is in lower case. `name` is null if it has none. */
export type FirebaseUser = { uid: string; email: string; emailVerified: boolean; name: string | null }

/** The clocks of this machine and of Google may differ by this time in seconds. */
const TOLERANCE_S = 5 * 60

/** A token that was issued for a password is refused if the password was checked longer ago, in seconds. */
const SIGNED_IN_WITHIN_S = 10 * 60

/**
 * Thrown if a valid ID token is that of an account that the shop cannot use. All other refusals say nothing about the
 * account: the reason may be the settings, the clock, or a key that is not published yet.
 */
export class AccountRefused extends ServiceFailed {}

type Setup = { projectId: string; findKey: JWTVerifyGetKey }

/** `isSignIn` is true if the token must be about a password that has just been checked. */
type Expected = { isSignIn: boolean }

/**
 * Verifies an ID token of Firebase as Google requires it
 * (https://firebase.google.com/docs/auth/admin/verify-id-tokens): the signature by RS256 with a published key, issuer,
 * audience, times and subject. Browsers never send such tokens. The shop gets them from Firebase itself, so an invalid
 * one means that the project is another one, or that something else has answered. Throws `ServiceFailed` then.
 */
export async function verifyIdToken(
  { projectId, findKey }: Setup,
  idToken: string,
  { isSignIn }: Expected,
): Promise<FirebaseUser> {
  try {
    const { payload } = await jwtVerify(idToken, findKey, {
      algorithms: ['RS256'],
      issuer: `https://securetoken.google.com/${projectId}`,
      audience: projectId,
      requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
      clockTolerance: TOLERANCE_S,
      currentDate: new Date(now()),
    })
    return userIn(payload, isSignIn)
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    throw refused(error.message)
  }
}

function userIn(payload: JWTPayload, isSignIn: boolean): FirebaseUser {
  checkTimes(payload, isSignIn)
  const { sub: uid, email, name } = payload
  if (!uid || uid.length > 128) throw new AccountRefused(PROBLEM, messageFor('it has no subject'))
  if (typeof email !== 'string' || !email)
    throw new AccountRefused(PROBLEM, messageFor('it has no email address'))
  return {
    uid,
    email: email.toLowerCase(),
    emailVerified: payload['email_verified'] === true,
    name: typeof name === 'string' && name ? name.slice(0, NAME_LENGTH) : null,
  }
}

function checkTimes({ iat = Infinity, auth_time }: JWTPayload, isSignIn: boolean): void {
  const nowS = now() / 1000
  const authTime = Number(auth_time)
  if (!(Math.max(iat, authTime) <= nowS + TOLERANCE_S)) throw refused('it is from the future')
  if (isSignIn && authTime < nowS - SIGNED_IN_WITHIN_S) throw refused('it is about an earlier sign-in')
}

const PROBLEM = new Problem('invalid-user-token')

function refused(reason: string): ServiceFailed {
  return new ServiceFailed(PROBLEM, messageFor(reason))
}

function messageFor(reason: string): string {
  return `An ID token of Firebase was refused: ${reason}. Is FIREBASE_PROJECT_ID the project of FIREBASE_API_KEY, and the clock right?`
}
