import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SigningSecret } from '#server/platform/secrets/secret-set.ts'

/** A request from a browser and the reply to it, on which cookies are set. */
export type Http = { request: FastifyRequest; reply: FastifyReply }

/** Whether browsers reach the shop by https, so that cookies can be limited to https, and what signs cookies. */
export type CookieSetup = { https: boolean; secret: SigningSecret; deviceSecret: SigningSecret }

const SESSION = 'crema.session_token'
const DEVICE = 'crema.device'
const YEAR_MS = 365 * 24 * 60 * 60_000

type Cookie = { name: string; value: string; lifetimeMs: number; https: boolean }

/**
 * `SameSite=Strict` would keep cookies back when a link in a mail or a login elsewhere leads the browser to the shop.
 */
function setCookie({ reply }: Http, { name, value, lifetimeMs, https }: Cookie): void {
  const attributes = `Path=/; Max-Age=${Math.floor(lifetimeMs / 1000)}; HttpOnly; SameSite=Lax`
  reply.header('set-cookie', `${name}=${value}; ${attributes}${https ? '; Secure' : ''}`)
}

function readCookie({ headers }: FastifyRequest, name: string): string | null {
  const cookies = (headers.cookie ?? '').split('; ')
  return cookies.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) || null
}

/**
 * Gives the browser a secret that it keeps until the link in a mail or a login elsewhere comes back to it. With https, no
 * other subdomain can set it (RFC 6265bis, `__Host-`).
 */
export function setBrowserSecret(http: Http, cookie: Cookie): void {
  setCookie(http, { ...cookie, name: browserSecretName(cookie) })
}

/** Returns the secret that `setBrowserSecret` gave to the browser, or null if it has none. */
export function readBrowserSecret(
  { request }: Pick<Http, 'request'>,
  cookie: Pick<Cookie, 'name' | 'https'>,
): string | null {
  return readCookie(request, browserSecretName(cookie))
}

function browserSecretName({ name, https }: Pick<Cookie, 'name' | 'https'>): string {
  return https ? `__Host-${name}` : name
}

/**
 * Marks the browser as one in which a person has signed in to the account with this address. Sign-ins to the account in
 * it have rate limits of their own.
 */
export function rememberDevice(http: Http, { https, deviceSecret }: CookieSetup, email: string): void {
  const value = signatureOf(email.toLowerCase(), deviceSecret.current, 'base64url')
  setCookie(http, { name: DEVICE, value, lifetimeMs: YEAR_MS, https })
}

/** Returns whether a person has signed in to the account with this address in the browser before. */
export function isKnownDevice({ request }: Http, { deviceSecret }: CookieSetup, email: string): boolean {
  const mark = readCookie(request, DEVICE) ?? ''
  return deviceSecret.accepted.some((secret) =>
    isSame(mark, signatureOf(email.toLowerCase(), secret, 'base64url')),
  )
}

/**
 * Returns whether the browser sent a session cookie. The cookie is not verified, so the browser may not be signed in.
 */
export function hasSessionCookie(request: FastifyRequest): boolean {
  return sessionCookie(request) !== null
}

/** A shop that got https later still accepts the cookies from before. */
function sessionCookie(request: FastifyRequest): string | null {
  return readCookie(request, `__Secure-${SESSION}`) ?? readCookie(request, SESSION)
}

/**
 * Returns the session token in the cookies of a request, or null if there is none or its signature is wrong. It does not
 * read the database, so the session may have ended. The signature lets rate limits count requests by session: the cookie
 * contains `<token>.<HMAC-SHA256 of the token in base64>`, URI-encoded.
 */
export function signedSession(request: FastifyRequest, { accepted }: SigningSecret): string | null {
  const [, token, signature] = /^(\w+)\.([\w%]+)$/.exec(sessionCookie(request) ?? '') ?? []
  if (!token || !signature) return null
  return accepted.some((secret) => isSame(signature, sessionSignature(token, secret))) ? token : null
}

/** Gives the browser a session token, or deletes its session cookie if `token` is ''. */
export function setSessionCookie(
  http: Http,
  { https, secret }: CookieSetup,
  { token, lifetimeMs }: { token: string; lifetimeMs: number },
): void {
  const value = token && `${token}.${sessionSignature(token, secret.current)}`
  const name = https ? `__Secure-${SESSION}` : SESSION
  setCookie(http, { name, value, lifetimeMs: token ? lifetimeMs : 0, https })
}

function sessionSignature(token: string, secret: string): string {
  return encodeURIComponent(signatureOf(token, secret, 'base64'))
}

export function signatureOf(text: string, secret: string, encoding: 'base64' | 'base64url'): string {
  return createHmac('sha256', secret).update(text).digest(encoding)
}

export function isSame(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}
