import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const COOKIE = 'crema.device'
const YEAR_S = 365 * 24 * 60 * 60

/**
 * Creates and verifies a signed cookie, which shows that this browser was used to sign in to an account before.
 * Sign-ins to the account with such a browser have separate, higher rate limits.
 */
export type KnownDevices = ReturnType<typeof createKnownDevices>

export function createKnownDevices({ secret, https }: { secret: string; https: boolean }) {
  const markOf = (email: string) =>
    createHmac('sha256', secret).update(email.toLowerCase()).digest('base64url')
  return {
    isKnown: (request: FastifyRequest, email: string): boolean => {
      const [, mark] = /(?:^|; )crema\.device=([\w-]+)/.exec(request.headers.cookie ?? '') ?? []
      const expected = Buffer.from(markOf(email))
      return (
        mark !== undefined && mark.length === expected.length && timingSafeEqual(Buffer.from(mark), expected)
      )
    },
    remember: (reply: FastifyReply, email: string): void => {
      const secure = https ? '; Secure' : ''
      reply.header(
        'set-cookie',
        `${COOKIE}=${markOf(email)}; Path=/; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax${secure}`,
      )
    },
  }
}
