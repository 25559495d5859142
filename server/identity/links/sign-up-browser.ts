import type { Http } from '../provider/identity-provider.ts'
import { newToken, storedToken } from './link-token.ts'

const COOKIE = 'crema.sign-up'

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
  reply.header('set-cookie', `${COOKIE}=${token}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`)
  return stored
}

/** Returns whether this is the browser that was marked. */
export function isMarked({ request }: Http, stored: string): boolean {
  const [, token] = /(?:^|; )crema\.sign-up=([\w-]+)/.exec(request.headers.cookie ?? '') ?? []
  return token !== undefined && storedToken(token) === stored
}
