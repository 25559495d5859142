import type { Http } from '../provider/identity-provider.ts'
import { newToken, storedToken } from './link-token.ts'

/** The name of the cookie. With https, no other subdomain can set it (RFC 6265bis). */
const name = (https: boolean) => (https ? '__Host-crema.sign-up' : 'crema.sign-up')

/**
 * Marks the browser that signs up with a cookie, so that it need not enter the password again when it opens the link in
 * the mail. The cookie has the lifetime of the link. Returns what the database contains of the mark.
 */
export function markBrowser(
  { reply }: Http,
  { lifetimeMs, https }: { lifetimeMs: number; https: boolean },
): string {
  const { token, stored } = newToken()
  const secure = https ? '; Secure' : ''
  const maxAge = Math.floor(lifetimeMs / 1000)
  reply.header(
    'set-cookie',
    `${name(https)}=${token}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`,
  )
  return stored
}

/** Returns whether this is the browser that was marked. */
export function isMarked({ request }: Http, { stored, https }: { stored: string; https: boolean }): boolean {
  const cookies = (request.headers.cookie ?? '').split('; ')
  const own = cookies.find((cookie) => cookie.startsWith(`${name(https)}=`))
  return own !== undefined && storedToken(own.slice(own.indexOf('=') + 1)) === stored
}
