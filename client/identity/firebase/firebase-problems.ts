import { ApiError } from '#client/lib/api-error.ts'
import { signInProblems } from '#contract/values/accounts/sign-in-problems.ts'

type Code = keyof typeof signInProblems

/**
 * The problems for the codes of Firebase's library (`AuthErrorCodes`), without the `auth/` before them. A wrong password
 * and an unknown address have the same one, so that a stranger cannot find out who has an account, also in projects in
 * which Firebase tells the two apart.
 */
const problems = new Map<string, Code>(
  Object.entries({
    'invalid-credential': 'wrong-password',
    'invalid-login-credentials': 'wrong-password',
    'wrong-password': 'wrong-password',
    'user-not-found': 'wrong-password',
    'user-disabled': 'user-disabled',
    'email-already-in-use': 'email-already-in-use',
    'weak-password': 'weak-password',
    'password-does-not-meet-requirements': 'weak-password',
    'too-many-requests': 'too-many-requests',
    'quota-exceeded': 'too-many-requests',
    'multi-factor-auth-required': 'second-factor-needed',
    'requires-recent-login': 'sign-in-again',
    'user-token-expired': 'sign-in-again',
    'operation-not-allowed': 'operation-not-allowed',
    'admin-restricted-operation': 'operation-not-allowed',
    'configuration-not-found': 'operation-not-allowed',
    'unauthorized-domain': 'unauthorized-domain',
    'unauthorized-continue-uri': 'unauthorized-domain',
    'invalid-api-key': 'invalid-api-key',
  } as const),
)

/** Returns the error with the words of the shop for an error of Firebase's library. Any other error stays as it is. */
export function asApiError(error: unknown): unknown {
  const code = codeOf(error)
  if (code === null) return error
  const problem = problems.get(code) ?? unlistedProblem(code)
  const { status, title } = signInProblems[problem]
  return new ApiError(status, problem, title)
}

/** Returns the code of an error of Firebase's library without `auth/`, or null for any other error. */
export function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  return error.code.startsWith('auth/') ? error.code.slice('auth/'.length) : null
}

/** The library makes codes of the messages of Google's gateway, such as `api-key-not-valid.-please-pass-a-…`. */
function unlistedProblem(code: string): Code {
  return /^api-key|are-blocked/.test(code) ? 'invalid-api-key' : 'network-request-failed'
}
