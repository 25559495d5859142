import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * A cookie with a secret that a browser keeps until the link in a mail or a login elsewhere comes back to it. With https,
 * no other subdomain can set it (RFC 6265bis, `__Host-`). It must be sent when another site redirects the browser to the
 * shop, which `SameSite=Strict` would prevent.
 */
export type BrowserCookie = { name: string; https: boolean }

/** Returns the value of the cookie, or null if the browser has none. */
export function readCookie({ request }: { request: FastifyRequest }, cookie: BrowserCookie): string | null {
  const start = `${nameOf(cookie)}=`
  const own = (request.headers.cookie ?? '').split('; ').find((one) => one.startsWith(start))
  return own?.slice(start.length) || null
}

export function setCookie(
  { reply }: { reply: FastifyReply },
  { value, lifetimeMs, ...cookie }: BrowserCookie & { value: string; lifetimeMs: number },
): void {
  const secure = cookie.https ? '; Secure' : ''
  const maxAge = Math.floor(lifetimeMs / 1000)
  reply.header(
    'set-cookie',
    `${nameOf(cookie)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`,
  )
}

function nameOf({ name, https }: BrowserCookie): string {
  return https ? `__Host-${name}` : name
}
