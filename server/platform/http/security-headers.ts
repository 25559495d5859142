import type { FastifyInstance } from 'fastify'

/** Sources that a page needs besides our own files, such as the hash of its inlined stylesheet. */
export type PolicyAdditions = { script?: string[]; style?: string[]; connect?: string[]; img?: string[] }

/** The content security policy: scripts only from our own files, no frames, no plugins. */
export function contentSecurityPolicy({
  script = [],
  style = [],
  connect = [],
  img = [],
}: PolicyAdditions): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...script].join(' '),
    ["style-src 'self'", ...style].join(' '),
    ["img-src 'self' data:", ...img].join(' '),
    ["connect-src 'self'", ...connect].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    // Scripts send all forms, never the browser itself.
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Adds the headers to every response, except those that the response has set itself. */
export function addSecurityHeaders(app: FastifyInstance, setup: { https: boolean }): void {
  const headers = {
    'content-security-policy': contentSecurityPolicy({}),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    ...(setup.https && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  }
  app.decorate('securityHeaders', headers)
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value)
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The headers of every response, for responses that are written to the socket directly. */
    securityHeaders?: Record<string, string>
  }
}
