import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { SigningSecret } from '#server/platform/secrets/secret-set.ts'

const NAME = 'crema.session_token'

/**
 * Returns whether the browser sent a session cookie. The cookie is not verified, so the browser may not be signed in.
 */
export function hasSessionCookie(request: FastifyRequest): boolean {
  return request.headers.cookie?.includes(`${NAME}=`) ?? false
}

/**
 * Returns the session token in the cookies of a request, or null if there is none or its signature is wrong. It does not
 * read the database, so the session may have ended. The signature lets rate limits count requests by session: the cookie
 * contains `<token>.<HMAC-SHA256 of the token in base64>`, URI-encoded.
 */
export function signedSession({ headers }: FastifyRequest, { accepted }: SigningSecret): string | null {
  const [, token, signature] = /crema\.session_token=(\w+)\.([\w%]+)/.exec(headers.cookie ?? '') ?? []
  if (!token || !signature) return null
  return accepted.some((secret) => isSignature(signature, token, secret)) ? token : null
}

/** Returns the `Set-Cookie` header with a session token, or the one that deletes the cookie if `token` is ''. */
export function sessionCookie(
  token: string,
  { secret, https, maxAgeMs }: { secret: string; https: boolean; maxAgeMs: number },
): string {
  const value = token && `${token}.${signatureOf(token, secret)}`
  const attributes = `Max-Age=${Math.floor(maxAgeMs / 1000)}; Path=/; HttpOnly; SameSite=Lax`
  return https ? `__Secure-${NAME}=${value}; ${attributes}; Secure` : `${NAME}=${value}; ${attributes}`
}

function isSignature(given: string, token: string, secret: string): boolean {
  const expected = Buffer.from(signatureOf(token, secret))
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), expected)
}

function signatureOf(token: string, secret: string): string {
  return encodeURIComponent(createHmac('sha256', secret).update(token).digest('base64'))
}
