import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/**
 * Returns what a session cookie that this shop signed can be counted by, or null without one. This looks nothing up:
 * the session may have ended. The library signs with HMAC-SHA256 and sends `<token>.<signature in base64>`, URI-encoded.
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
