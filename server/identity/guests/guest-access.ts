import type { FastifyRequest } from 'fastify'
import { Problem } from '#contract/errors.ts'
import { DAY_MS, now } from '#server/platform/clock.ts'
import type { SigningSecret } from '#server/platform/secrets/secret-set.ts'
import type { UserSession } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { isSame, readBrowserSecret, setBrowserSecret, signatureOf } from '../cookies.ts'
import type { CookieSetup, Http } from '../cookies.ts'

type GuestCookies = Pick<CookieSetup, 'https' | 'deviceSecret'>

const COOKIE = 'crema.guest'

/** How long the browser of a guest sees the order: 30 days. After that, the links in the mails still lead to it. */
const COOKIE_MS = 30 * DAY_MS

/** How long the link in a mail leads to the order of a guest: a year. */
const LINK_MS = 365 * DAY_MS

/** Lets the browser see the payments and the order of a guest. */
export function giveGuestCookie(http: Http, { https, deviceSecret }: GuestCookies, guest: KeyOwner): void {
  const value = guestKey(guest, { until: now() + COOKIE_MS, secret: deviceSecret })
  setBrowserSecret(http, { name: COOKIE, value, lifetimeMs: COOKIE_MS, https })
}

/** Returns the key in the cookie of a guest, which can be forged or have ended, or null. */
export function keyInCookie(request: FastifyRequest, { https }: Pick<GuestCookies, 'https'>): string | null {
  return readBrowserSecret({ request }, { name: COOKIE, https })
}

/**
 * Returns the guest that a key is for. Returns null if the key is not valid, or if the guest was deleted, has an account
 * now, or has another email address than the key.
 */
export async function findGuestOfKey(
  db: Db,
  key: string,
  secret: SigningSecret,
): Promise<UserSession | null> {
  const [, claim, id, until, signature] = /^(([\w-]+)\.(\d+))\.([\w-]+)$/.exec(key) ?? []
  if (!claim || !id || !signature || Number(until) <= now()) return null
  const guest = await db
    .selectFrom('users')
    .select(['id as userId', 'email', 'name'])
    .where('id', '=', id)
    .where('mailbox', 'is not', null)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  const isOf = (email: string) =>
    secret.accepted.some((one) => isSame(signature, signatureOf(signedText(claim, email), one, 'base64url')))
  return guest && isOf(guest.email) ? { ...guest, role: null, sessionId: '' } : null
}

/** Lets the browser that has the key of a mail see the guest's order. */
export async function followGuestLink(
  { database, ...cookies }: GuestCookies & { database: ShopDatabase },
  http: Http,
  key: string,
): Promise<true | Problem> {
  const guest = await findGuestOfKey(database.read, key, cookies.deviceSecret)
  if (!guest) return new Problem('link-used')
  giveGuestCookie(http, cookies, { id: guest.userId, email: guest.email })
  return true
}

/**
 * Returns the key for the links in mails about an order. Returns null if the order belongs to an account, or if the guest has
 * another email address than the recipient of the mail, which may be sent while the address is corrected.
 */
export async function keyOfGuest(
  db: Db,
  { orderId, recipient }: { orderId: string; recipient: string | null },
  secret: SigningSecret,
): Promise<string | null> {
  const guest = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(['users.id', 'users.email'])
    .where('orders.id', '=', orderId)
    .where('mailbox', 'is not', null)
    .executeTakeFirst()
  return guest?.email === recipient ? guestKey(guest, { until: now() + LINK_MS, secret }) : null
}

/** A guest, and the email address to which mails about the order go. */
type KeyOwner = { id: string; email: string }

/**
 * Returns a key with which a guest, who has no account, sees the order: `<id of the guest>.<end>.<HMAC-SHA256>`. The browser
 * of the checkout has it in a cookie, and mails have it in their links. `until` is its end in UTC milliseconds. The email
 * address is signed, too: when it is corrected, the keys that were mailed to the wrong address end.
 */
function guestKey(
  { id, email }: KeyOwner,
  { until, secret }: { until: number; secret: SigningSecret },
): string {
  const claim = `${id}.${until}`
  return `${claim}.${signatureOf(signedText(claim, email), secret.current, 'base64url')}`
}

/** The secret signs other texts, too, none of which begins in this way. There is no space in a claim. */
function signedText(claim: string, email: string): string {
  return `guest ${claim} ${email}`
}
