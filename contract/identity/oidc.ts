import { Type } from 'typebox'
import type { CallTable } from '../call.ts'
import { exact } from '../fields.ts'

/**
 * A path of the shop, with its query. It must not begin with two slashes, which would be another site. Browsers remove
 * tabs and line breaks from URLs, so it must not contain any.
 */
const ShopPath = Type.String({ maxLength: 500, pattern: '^/(?![/\\\\])[^\\u0000-\\u001f]*$' })

/** Signing in with OpenID Connect. The call returns 404 if the shop has no issuer. */
export const oidcCalls = {
  'POST /auth/oidc/start': {
    summary: 'Start a login at the OpenID Connect issuer; `from` is the page to return to',
    access: 'public',
    limit: 'signIn',
    body: exact({ from: ShopPath }),
    /** The URL at the issuer that the browser has to open. */
    answer: exact({ url: Type.String() }),
  },
} as const satisfies CallTable
