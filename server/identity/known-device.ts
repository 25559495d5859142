import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SigningSecret } from '#server/platform/secrets/secret-set.ts'

const COOKIE = 'crema.device'
const YEAR_S = 365 * 24 * 60 * 60

/**
 * Creates and verifies a signed cookie, which shows that this browser was used to sign in to an account before.
 * Sign-ins to the account with such a browser have separate, higher rate limits.
 */
export type KnownDevices = ReturnType<typeof createKnownDevices>

export function createKnownDevices({ secret, https }: { secret: () => SigningSecret; https: boolean }) {
  return {
    isKnown: (request: FastifyRequest, email: string): boolean => {
      const [, mark] = /(?:^|; )crema\.device=([\w-]+)/.exec(request.headers.cookie ?? '') ?? []
      if (mark === undefined) return false
      return secret().accepted.some((one) => isSame(mark, markOf(email, one)))
    },
    remember: (reply: FastifyReply, email: string): void => {
      const secure = https ? '; Secure' : ''
      reply.header(
        'set-cookie',
        `${COOKIE}=${markOf(email, secret().current)}; Path=/; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax${secure}`,
      )
    },
  }
}

function markOf(email: string, secret: string): string {
  return createHmac('sha256', secret).update(email.toLowerCase()).digest('base64url')
}

function isSame(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}
