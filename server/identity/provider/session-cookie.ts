import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The prefix of the names of the provider's cookies. */
export const COOKIE_PREFIX = 'crema'

/**
 * Returns whether the browser sent a session cookie, which may be invalid. Pages use it to choose what they show first.
 */
export function hasSessionCookie(request: FastifyRequest): boolean {
  return request.headers.cookie?.includes(`${COOKIE_PREFIX}.session_token=`) ?? false
}

/**
 * Returns a function that returns the session token of a cookie that this shop signed, or null. It does not read the
 * database, so the session may have ended. It is used for rate limits. The library signs with HMAC-SHA256, and sends
 * `<token>.<signature in base64>`, URI-encoded.
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
