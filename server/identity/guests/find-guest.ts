import { Problem } from '#contract/errors.ts'
import { now } from '#server/platform/clock.ts'
import type { SigningSecret } from '#server/platform/secrets/secret-set.ts'
import type { UserSession } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { Http } from '../cookies.ts'
import { giveGuestCookie } from './guest-cookie.ts'
import type { GuestCookies } from './guest-cookie.ts'
import { guestKey, readGuestKey } from './guest-key.ts'

/**
 * Returns the guest that a key is for. Returns null if the key is not valid, or if the guest was deleted, has an account
 * now, or has another email address than the key.
 */
export async function findGuestOfKey(
  db: Db,
  key: string,
  secret: SigningSecret,
): Promise<UserSession | null> {
  const read = readGuestKey(key, secret)
  if (!read) return null
  const guest = await db
    .selectFrom('users')
    .select(['id as userId', 'email', 'name'])
    .where('id', '=', read.id)
    .where('mailbox', 'is not', null)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return guest && read.isOf(guest.email) ? { ...guest, role: null, sessionId: '' } : null
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

/** How long the link in a mail leads to the order of a guest: a year. */
const LINK_MS = 365 * 24 * 60 * 60_000

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
