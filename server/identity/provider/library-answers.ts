import { Problem } from '#contract/errors.ts'
import type { ProblemCode } from '#contract/errors.ts'
import type { Person } from '#contract/identity.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { Answer } from './call-library.ts'

type Body = { user?: Person & { id: string }; session?: { id: string }; code?: string }

/**
 * Converts a response from better-auth to the signed-in person, or to the `Problem` for its error code. If this
 * function does not know the error code, the problem has the code `other`.
 */
export function personOf({ status, body }: Answer, other: ProblemCode): Person | Problem {
  const { user, code = '' } = bodyOf(body)
  if (status < 400 && user) return { email: user.email, name: user.name }
  if (code === 'INVALID_EMAIL')
    return new Problem('invalid-input', { errors: [{ field: 'email', message: 'Invalid email' }] })
  if (code.startsWith('USER_ALREADY_EXISTS')) return new Problem('email-already-in-use')
  return new Problem(other)
}

function bodyOf(body: unknown): Body {
  // The cast is safe: the documentation of better-auth says that its response bodies have this shape.
  return (body ?? {}) as Body
}

/** Returns the signed-in person in a response from better-auth, or null. */
export function sessionPersonOf(body: unknown): SessionPerson | null {
  const { user, session } = bodyOf(body)
  if (!user || !session) return null
  return { subject: user.id, sessionId: session.id, email: user.email, name: user.name }
}
