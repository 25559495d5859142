import { Problem } from '#contract/errors.ts'
import type { OwnSubscription, OwnSubscriptions, SubscriptionChange } from '#contract/orders/subscriptions.ts'
import { mailboxOf, withinMailLimits } from '#server/identity/links/mail-limits.ts'
import { storedToken } from '#server/identity/tokens.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import type { Db } from '#server/shop-database.ts'
import type { SubscriptionRow } from '#server/tables/subscription-rows.ts'
import { changeWithin } from './change-subscription.ts'
import type { Changing } from './change-subscription.ts'
import { takesCards } from '../change-card.ts'
import type { CardParts } from '../change-card.ts'
import { deleteLinks } from '../end-subscriptions.ts'
import { listSubscriptions, readSubscription } from './list-subscriptions.ts'
import { findLink, tryCode, useCode } from './mailed-code.ts'
import { queueSubscriptionMail } from '../subscription-mails.ts'

/**
 * What a link has seen of each subscription since it is used: the most that a delivery has cost, and where it went, as hashes.
 * The link can go back there without a code.
 */
type Seen = Record<string, { cost: number; checkouts: string[] }>

/** Returns what the page of a user's subscriptions shows: also whether the user can save a first card. */
export async function listOwn(parts: CardParts, user: { userId: string }): Promise<OwnSubscriptions> {
  const found = await listSubscriptions(parts.database.read, user)
  return { ...found, ...((await takesCards(parts)) && { takesCards: true }) }
}

/** Returns the subscriptions of the customer to whom a link was mailed. */
export async function listByLink(parts: CardParts, token: string): Promise<OwnSubscriptions | Problem> {
  const found = await findLink(parts.database.read, token)
  return found instanceof Problem ? found : listOwn(parts, { userId: found.owner })
}

/**
 * Changes a subscription of the customer to whom a link was mailed. A person who got hold of the mail must not make it dearer
 * or send it elsewhere, so that needs a mailed code. A change can be undone without one.
 */
export async function changeByLink(
  parts: Changing,
  { token, id, change, code }: { token: string; id: string; change: SubscriptionChange; code?: string },
): Promise<OwnSubscription | Problem> {
  const refused = code === undefined ? null : await tryCode(parts.database, { token, code })
  return (
    refused ??
    parts.database.write(async (write) => {
      const { tx } = write
      const found = await findLink(tx, token)
      if (found instanceof Problem) return found
      const changed = await changeWithin(parts, write, { id, change, userId: found.owner })
      if (changed instanceof Problem) return changed
      const seen: Seen = JSON.parse(found.data)
      const before = seenOf(changed.before, seen[id])
      const after = seenOf(changed.after, before)
      if (JSON.stringify(after) !== JSON.stringify(before)) {
        const unconfirmed = code === undefined ? new Problem('link-not-enough') : await useCode(tx, token)
        if (unconfirmed) return unconfirmed
      }
      const data = JSON.stringify({ ...seen, [id]: after } satisfies Seen)
      await tx.updateTable('tokens').set({ data }).where('hash', '=', found.hash).execute()
      return readSubscription(tx, changed.settings, id)
    })
  )
}

/** Returns what a link has seen of a subscription, with how it is now. A price that changes is known to the customer. */
function seenOf(
  subscription: SubscriptionRow,
  { cost, checkouts }: Seen[string] = { cost: 0, checkouts: [] },
): Seen[string] {
  const checkout = storedToken(subscription.checkout)
  return {
    cost: Math.max(cost, costOf(subscription)),
    checkouts: [...new Set([...checkouts, checkout])],
  }
}

/** Revokes all links to the subscriptions of the customer to whom this one was mailed. */
export function revokeLinks(
  { database }: Changing,
  token: string,
): Promise<{ acknowledged: true } | Problem> {
  return database.write(async ({ tx }) => {
    const found = await findLink(tx, token)
    if (found instanceof Problem) return found
    await deleteLinks(tx, found.owner)
    return { acknowledged: true }
  })
}

type Request = { email: string; number?: number | undefined; ip: string }

/**
 * Queues a mail with a link to the subscriptions of an email address, if it has some. With the number of an order, only to the
 * customer of this order. The response does not show whether there are any. Returns the problem `no-mail` if the shop cannot
 * send mails.
 */
export async function mailLink(
  { database, sendsMail, limits }: Changing & { limits: SharedLimits },
  { email, number, ip }: Request,
): Promise<{ acknowledged: true } | Problem> {
  if (!sendsMail) return new Problem('no-mail')
  await withinMailLimits(limits, [{ key: `subscriptions ${mailboxOf(email)}`, ip }], async () => {
    const rows = await listOfAddress(database.read, { email, number })
    const customers = [...Map.groupBy(rows, ({ user_id }) => user_id).values()]
    if (customers.length === 0) return
    await database.write(async (write) => {
      for (const subscriptions of customers)
        await queueSubscriptionMail(write, { event: 'link', subscriptions })
    })
  })
  return { acknowledged: true }
}

/** The maximum number of subscriptions that are looked at for one address. */
const MAX_FOUND = 100

/** A guest and a user with an account can have the same address. */
function listOfAddress(
  db: Db,
  { email, number }: Pick<Request, 'email' | 'number'>,
): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .selectAll('subscriptions')
    .where('users.email', '=', email.trim().toLowerCase())
    .where('users.archived_at', 'is', null)
    .$if(number !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('orders')
            .select('orders.id')
            .where('orders.number', '=', number ?? 0)
            .whereRef('orders.user_id', '=', 'users.id'),
        ),
      ),
    )
    .orderBy('subscriptions.id')
    .limit(MAX_FOUND)
    .execute()
}

/** Returns what the coffee of a delivery costs. A price that changes is known to the customer. */
export function costOf({ price_cents, new_price_cents, quantity }: SubscriptionRow): number {
  return Math.max(price_cents, new_price_cents ?? 0) * quantity
}
