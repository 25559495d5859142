import type { FastifyInstance } from 'fastify'

/**
 * Headers of every answer. Scripts only from our own files, no frames, no plugins; a page adds the hash of its
 * inlined stylesheet through `styleHash`, and the hosted mail service its origin through `connect`.
 */
export function contentSecurityPolicy({ styleHash, connect }: { styleHash: string | null; connect: string[] }): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self'${styleHash ? ` '${styleHash}'` : ''}`,
    "img-src 'self' data:",
    `connect-src 'self'${connect.map((origin) => ` ${origin}`).join('')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export function addSecurityHeaders(app: FastifyInstance, setup: { https: boolean }): void {
  const headers = {
    'content-security-policy': contentSecurityPolicy({ styleHash: null, connect: [] }),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    ...(setup.https && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
