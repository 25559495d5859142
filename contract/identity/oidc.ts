import { Type } from 'typebox'
import type { CallTable } from '../call.ts'
import { exact } from '../fields.ts'
import { Acknowledged } from './sign-in.ts'

/** The URL at the issuer that the browser has to open. */
const Start = exact({ url: Type.String() })

/**
 * A path of the shop, with its query. It must not begin with two slashes, which would be another site. Browsers remove
 * tabs and line breaks from URLs, so it must not contain any.
 */
const ShopPath = Type.String({ maxLength: 500, pattern: '^/(?![/\\\\])[^\\u0000-\\u001f]*$' })

/** Signing in with OpenID Connect. All calls return 404 if the shop has no issuer. */
export const oidcCalls = {
  'POST /auth/oidc/start': {
    summary: 'Start a login at the OpenID Connect issuer; `from` is the page to return to',
    access: 'public',
    limit: 'signIn',
    body: exact({ from: ShopPath }),
    answer: Start,
  },
  'GET /auth/oidc/link': {
    summary: 'Whether the own account is linked with the issuer, and whether it has another way to log in',
    access: 'session',
    limit: 'read',
    answer: exact({ isLinked: Type.Boolean(), canUnlink: Type.Boolean() }),
  },
  'POST /auth/oidc/link': {
    summary: 'Start to link the own account with an account of the issuer',
    access: 'session',
    limit: 'signIn',
    answer: Start,
  },
  'DELETE /auth/oidc/link': {
    summary: 'Remove the link with the issuer, unless it is the only way to log in',
    access: 'session',
    limit: 'write',
    answer: Acknowledged,
  },
} as const satisfies CallTable
