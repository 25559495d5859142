import type { FastifyRequest } from 'fastify'
import { now } from '#server/platform/clock.ts'
import { readBrowserSecret, setBrowserSecret } from '../cookies.ts'
import type { CookieSetup, Http } from '../cookies.ts'
import { guestKey } from './guest-key.ts'
import type { KeyOwner } from './guest-key.ts'

export type GuestCookies = Pick<CookieSetup, 'https' | 'deviceSecret'>

const COOKIE = 'crema.guest'

/** How long the browser of a guest sees the order: 30 days. After that, the links in the mails still lead to it. */
const COOKIE_MS = 30 * 24 * 60 * 60_000

/** Lets the browser see the payments and the order of a guest. */
export function giveGuestCookie(http: Http, { https, deviceSecret }: GuestCookies, guest: KeyOwner): void {
  const value = guestKey(guest, { until: now() + COOKIE_MS, secret: deviceSecret })
  setBrowserSecret(http, { name: COOKIE, value, lifetimeMs: COOKIE_MS, https })
}

/** Returns the key in the cookie of a guest, which can be forged or have ended, or null. */
export function keyInCookie(request: FastifyRequest, { https }: Pick<GuestCookies, 'https'>): string | null {
  return readBrowserSecret({ request }, { name: COOKIE, https })
}
