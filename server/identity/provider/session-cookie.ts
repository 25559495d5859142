import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The prefix of the names of all cookies that the identity provider sets. */
export const COOKIE_PREFIX = 'crema'

/**
 * Returns whether the browser sent a session cookie. The cookie is not verified, so the browser may not be signed in.
 */
export function hasSessionCookie(request: FastifyRequest): boolean {
  return request.headers.cookie?.includes(`${COOKIE_PREFIX}.session_token=`) ?? false
}

/**
 * Returns a function that reads the session token from the cookies of a request, so that rate limits can count requests
 * by session. The function returns null if the session cookie is missing or its signature is wrong. It does not read
 * the database, so the session may have ended. The cookie contains `<token>.<HMAC-SHA256 of the token in base64>`,
 * URI-encoded, as better-auth sends it.
 */
export function createSignedSessions(secret: string): (request: FastifyRequest) => string | null {
  return ({ headers }) => {
    const [, token, signature] = /crema\.session_token=(\w+)\.([\w%]+)/.exec(headers.cookie ?? '') ?? []
    if (!token || !signature) return null
    const given = Buffer.from(signature)
    const expected = Buffer.from(
      encodeURIComponent(createHmac('sha256', secret).update(token).digest('base64')),
    )
    return given.length === expected.length && timingSafeEqual(given, expected) ? token : null
  }
}
