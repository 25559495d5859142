import { Problem } from '#contract/errors.ts'
import type { ProblemCode } from '#contract/errors.ts'
import { ServiceFailed } from '#server/platform/http/errors.ts'
import { FirebaseRefused } from './firebase-api.ts'

/**
 * The problems for Firebase's codes. A wrong password and an unknown email address have the same one, so that a
 * stranger cannot find out who has an account, also in projects in which Firebase distinguishes the two.
 */
const OF_USERS = new Map<string, ProblemCode>(
  Object.entries({
    INVALID_PASSWORD: 'wrong-password',
    INVALID_LOGIN_CREDENTIALS: 'wrong-password',
    EMAIL_NOT_FOUND: 'wrong-password',
    USER_DISABLED: 'user-disabled',
    EMAIL_EXISTS: 'email-already-in-use',
    WEAK_PASSWORD: 'weak-password',
    PASSWORD_DOES_NOT_MEET_REQUIREMENTS: 'weak-password',
    TOO_MANY_ATTEMPTS_TRY_LATER: 'too-many-requests',
    QUOTA_EXCEEDED: 'too-many-requests',
    RESET_PASSWORD_EXCEED_LIMIT: 'too-many-requests',
    EXPIRED_OOB_CODE: 'reset-link-used',
    INVALID_OOB_CODE: 'reset-link-used',
    SECOND_FACTOR_NEEDED: 'second-factor-needed',
  } as const),
)

/** The codes that mean that the account was disabled or deleted, or that its tokens were revoked. */
const ENDED = new Set([
  'TOKEN_EXPIRED',
  'USER_DISABLED',
  'USER_NOT_FOUND',
  'INVALID_REFRESH_TOKEN',
  'INVALID_ID_TOKEN',
])

/** The codes that mean that the project does not let the shop do this. The owner of the shop can change that. */
const OF_SETTINGS = new Map<string, ProblemCode>(
  Object.entries({
    OPERATION_NOT_ALLOWED: 'operation-not-allowed',
    PASSWORD_LOGIN_DISABLED: 'operation-not-allowed',
    ADMIN_ONLY_OPERATION: 'operation-not-allowed',
    CONFIGURATION_NOT_FOUND: 'operation-not-allowed',
    UNAUTHORIZED_DOMAIN: 'unauthorized-domain',
  } as const),
)

/** Returns whether Firebase says that the account was disabled or deleted, or that its tokens were revoked. */
export function isEnded(error: unknown): boolean {
  return error instanceof FirebaseRefused && ENDED.has(error.code)
}

/**
 * Runs a call of Firebase. If Firebase refuses it for a reason that the user can do something about, returns the
 * problem. Throws `ServiceFailed` if the settings of the project are the reason.
 */
export async function orProblem<T>(call: () => Promise<T>): Promise<T | Problem> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof FirebaseRefused)) throw error
    return problemOf(error)
  }
}

function problemOf(refusal: FirebaseRefused): Problem {
  const { code, message } = refusal
  if (code === 'INVALID_EMAIL')
    return new Problem('invalid-input', { errors: [{ field: 'email', message: 'Invalid email' }] })
  const ofUser = OF_USERS.get(code)
  if (ofUser) return new Problem(ofUser)
  if (isEnded(refusal)) return new Problem('not-signed-in')
  throw new ServiceFailed(new Problem(OF_SETTINGS.get(code) ?? ofKey(refusal)), message)
}

/** Returns the problem for the errors of Google's gateway, which come before Firebase has seen the request. */
function ofKey({ reason, code }: FirebaseRefused): ProblemCode {
  const isKey = reason?.startsWith('API_KEY_') === true || /API key|are blocked/.test(code)
  return isKey ? 'invalid-api-key' : 'network-request-failed'
}
