import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { addSecurityHeaders, contentSecurityPolicy } from './security-headers.ts'

async function headersOf(https: boolean) {
  const app = Fastify()
  addSecurityHeaders(app, { https })
  return (await app.inject('/')).headers
}

test('every response has the security headers, also one with status 404', async () => {
  expect(await headersOf(false)).toMatchObject({
    'content-security-policy': expect.stringContaining("script-src 'self';"),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
  })
})

test('only a shop at an https address sends Strict-Transport-Security', async () => {
  expect((await headersOf(true))['strict-transport-security']).toContain('max-age=')
  expect(await headersOf(false)).not.toHaveProperty('strict-transport-security')
})

test('the policy allows our own files and the given additions, and no inline scripts', () => {
  const policy = contentSecurityPolicy({ style: ["'sha256-abc'"], connect: ['https://mail.example'] })
  const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule]))
  expect(Object.fromEntries(rules)).toMatchObject({
    'default-src': "default-src 'self'",
    'script-src': "script-src 'self'",
    'style-src': "style-src 'self' 'sha256-abc'",
    'connect-src': "connect-src 'self' https://mail.example",
    'object-src': "object-src 'none'",
    'base-uri': "base-uri 'none'",
    'frame-ancestors': "frame-ancestors 'none'",
  })
})
