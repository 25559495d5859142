import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * Sources that the content security policy of a page allows in addition to our own files, such as the hash of an inline
 * stylesheet.
 */
export type PolicyAdditions = { script?: string[]; style?: string[]; connect?: string[]; img?: string[] }

/**
 * Returns the content security policy. It allows scripts only from our own files and the given sources. It forbids
 * plugins, and forbids that the page is shown in a frame.
 */
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
    // Our scripts send the data of all forms. Without scripts, the browser sends only those that search.
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Returns the source with which a content security policy allows an inline stylesheet: its hash. */
export function styleSource(css: string): string {
  return `'sha256-${hash('sha256', css, 'base64')}'`
}

/**
 * Adds the security headers and the id of the request to every response that Fastify sends. Headers that the response
 * already has are kept.
 */
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
  app.addHook('onSend', async ({ id }, reply) => {
    reply.header('x-request-id', id)
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value)
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The security headers, for code that writes a response without Fastify's hooks. */
    securityHeaders?: Record<string, string>
  }
}
