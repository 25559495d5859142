import { Problem } from '#contract/errors.ts'
import type { Modified } from '#contract/fields.ts'
import { deleteWatchingGuests, lockGuest, setGuest, WATCHING } from '#server/guests/guests.ts'
import { mailboxOf, withinMailLimits } from '#server/identity/links/mail-limits.ts'
import { findToken, mint } from '#server/identity/tokens.ts'
import { queueMails } from '#server/mail/queue-mail.ts'
import { now } from '#server/platform/clock.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { findStockedProduct } from './queries.ts'
import { isSoldOut, pageOf, storeWatcher } from './watch-product.ts'
import type { Watching } from './watch-product.ts'

/** The time in milliseconds during which a mailed link can be used: 3 days. */
const LINK_MS = 3 * 24 * 60 * 60_000

/** What a token of the kind `watch` is stored with: a product, and who wants a mail about it. */
type WatchRequest = { productId: string; email: string }

/**
 * Queues a mail with a link, with which a visitor confirms to want a mail when a product is back. Without this link,
 * anyone could order mails to other people's addresses. Returns a problem if the shop sends no mails, or if the product is
 * not on sale.
 */
export async function mailWatchLink(
  { database, sendsMail, limits }: Watching & { limits: SharedLimits },
  { id, email, ip }: { id: string; email: string; ip: string },
): Promise<{ acknowledged: true } | Problem> {
  if (!sendsMail) return new Problem('no-mail')
  const product = await findStockedProduct(database.read, id)
  if (!product) return new Problem('not-found')
  if (!(await isSoldOut(database.read, product))) return { acknowledged: true }
  await withinMailLimits(limits, [{ key: `watch ${mailboxOf(email)}`, ip }], async () => {
    const expiresAt = now() + LINK_MS
    const request: WatchRequest = { productId: id, email: email.trim().toLowerCase() }
    await database.write(async ({ tx, publish }) => {
      const token = await mint(tx, { kind: 'watch', owner: null, data: request, expiresAt })
      const { name } = product
      const mail = {
        template: 'watch-link',
        name: '',
        product: name,
        page: pageOf(product),
        token,
        expiresAt,
      } as const
      const subject = `Shall we tell you when ${name} is back?`
      await queueMails(tx, [{ recipient: request.email, replyTo: null, subject, data: mail }])
      publish({ type: 'mail-changed' })
    })
  })
  return { acknowledged: true }
}

/**
 * Stores that the person with a mailed link wants a mail, as a guest who is deleted when the mail about the product is
 * queued. The link can be used again, which changes nothing, so that a request whose response was lost can be repeated.
 */
export async function watchByLink({ read, write }: ShopDatabase, token: string): Promise<Modified | Problem> {
  const found = await findToken(read, { token, kinds: ['watch'], at: now() })
  if (!found) return new Problem('mailed-link-used')
  const { productId, email }: WatchRequest = JSON.parse(found.data)
  return write(async ({ tx }) => {
    const { id: userId, archived_at } = await lockGuest(tx, { cartId: `${WATCHING}${found.hash}` })
    if (archived_at !== null) return new Problem('mailed-link-used')
    await setGuest(tx, { id: userId, name: '', email })
    const stored = await storeWatcher(tx, { id: productId, userId })
    if (stored instanceof Problem || stored.modifiedCount === 0) await deleteWatchingGuests(tx, [userId])
    return stored
  })
}
