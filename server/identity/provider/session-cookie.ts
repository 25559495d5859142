import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { SigningSecret } from '#server/platform/secrets/secret-set.ts'

/** The prefix of the names of all cookies that the identity provider sets. */
export const COOKIE_PREFIX = 'crema'

/**
 * Returns whether the browser sent a session cookie. The cookie is not verified, so the browser may not be signed in.
 */
export function hasSessionCookie(request: FastifyRequest): boolean {
  return request.headers.cookie?.includes(`${COOKIE_PREFIX}.session_token=`) ?? false
}

/**
 * Returns a function that reads the session token from the cookies of a request, so that rate limits can count requests
 * by session. The function returns null if the session cookie is missing or its signature is wrong. It does not read
 * the database, so the session may have ended. The cookie contains `<token>.<HMAC-SHA256 of the token in base64>`,
 * URI-encoded, as better-auth sends it.
 */
export function createSignedSessions(
  secret: () => SigningSecret,
): (request: FastifyRequest) => string | null {
  return ({ headers }) => sessionTokenIn(headers.cookie, secret())
}

/** Returns the session token in a `Cookie` header, or null if there is none or its signature is wrong. */
export function sessionTokenIn(header: string | undefined, { accepted }: SigningSecret): string | null {
  const { token, signature } = cookieIn(header) ?? {}
  if (!token || !signature) return null
  return accepted.some((one) => isSignature(signature, token, one)) ? token : null
}

type CookieSetting = { secret: string; https: boolean; maxAgeS: number }

/** Returns the `Set-Cookie` header with a session token, as better-auth sends it. The token must match `\w+`. */
export function sessionCookie(token: string, { secret, https, maxAgeS }: CookieSetting): string {
  return `${nameOf(https)}=${token}.${signatureOf(token, secret)}; Max-Age=${maxAgeS}; ${attributes(https)}`
}

/** Returns the `Set-Cookie` header that deletes the session cookie. */
export function endedCookie(https: boolean): string {
  return `${nameOf(https)}=; Max-Age=0; ${attributes(https)}`
}

function nameOf(https: boolean): string {
  return `${https ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`
}

function attributes(https: boolean): string {
  return `Path=/; HttpOnly; ${https ? 'Secure; ' : ''}SameSite=Lax`
}

/**
 * Returns the `Cookie` header of a request with the session cookie as the current secret would have signed it, if an
 * older secret has signed it that is still accepted. better-auth knows only the current secret. Returns every other
 * header unchanged.
 */
export function withCurrentSignature(header: string, { current, accepted }: SigningSecret): string {
  const { whole, token, signature } = cookieIn(header) ?? {}
  if (!whole || !token || !signature || isSignature(signature, token, current)) return header
  if (!accepted.some((one) => isSignature(signature, token, one))) return header
  return header.replace(whole, `${COOKIE_PREFIX}.session_token=${token}.${signatureOf(token, current)}`)
}

function cookieIn(header = ''): { whole: string; token: string; signature: string } | null {
  const [whole, token, signature] = /crema\.session_token=(\w+)\.([\w%]+)/.exec(header) ?? []
  return whole && token && signature ? { whole, token, signature } : null
}

function isSignature(given: string, token: string, secret: string): boolean {
  const expected = Buffer.from(signatureOf(token, secret))
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), expected)
}

function signatureOf(token: string, secret: string): string {
  return encodeURIComponent(createHmac('sha256', secret).update(token).digest('base64'))
}
