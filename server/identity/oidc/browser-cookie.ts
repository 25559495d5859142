import { randomBytes } from 'node:crypto'
import type { Http } from '../provider/identity-provider.ts'
import { PENDING_MS } from './pending-logins.ts'

/** The name of the cookie with the secret of a browser. With https, no other subdomain can set it (RFC 6265bis). */
const name = (https: boolean) => (https ? '__Host-crema.oidc' : 'crema.oidc')

/**
 * Returns the secret that the browser sent as a cookie, or null. Logins can be completed only in the browser in which
 * they were started, because another one does not have the secret.
 */
export function browserOf({ request }: Pick<Http, 'request'>, https: boolean): string | null {
  const cookies = (request.headers.cookie ?? '').split('; ')
  const own = cookies.find((cookie) => cookie.startsWith(`${name(https)}=`))
  const secret = own?.slice(own.indexOf('=') + 1) ?? ''
  return /^[\w-]{43}$/.test(secret) ? secret : null
}

/**
 * Sets the cookie and returns the secret in it. Logins in several tabs share one secret. The cookie must be sent when the
 * issuer redirects the browser back, which `SameSite=Strict` would prevent.
 */
export function rememberBrowser(http: Http, https: boolean): string {
  const secret = browserOf(http, https) ?? randomBytes(32).toString('base64url')
  const secure = https ? '; Secure' : ''
  http.reply.header(
    'set-cookie',
    `${name(https)}=${secret}; Path=/; Max-Age=${PENDING_MS / 1000}; HttpOnly; SameSite=Lax${secure}`,
  )
  return secret
}
