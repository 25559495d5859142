import { Problem } from '#contract/errors.ts'
import { orNull } from '#server/payments/gateway.ts'
import type { CardPages } from '#server/payments/gateway.ts'
import { timeoutsFor } from '#server/payments/payments.ts'
import type { Payments } from '#server/payments/payments.ts'
import { offeredWays, readSelling } from '#server/selling/read-selling.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { replaceCard } from './replace-card.ts'

export type CardParts = { database: ShopDatabase; payments: Payments }

/**
 * Opens a page on which a person saves a card for their subscriptions, and returns its URL. The page leads back to the path
 * `returnTo`. Its query has the `session` for `finishCardChange` if a card was saved.
 */
export async function startCardChange(
  parts: CardParts,
  { userId, returnTo }: { userId: string; returnTo: string },
): Promise<{ url: string } | Problem> {
  const found = await findCards(parts, userId)
  if (!found?.isOffered) return new Problem('not-found')
  const { cards, email } = found
  const page = await ask(parts, userId, () => cards.open({ id: userId, email }, returnTo))
  return page ?? new Problem('gateway-unreachable')
}

/**
 * Uses the card that a person has saved on the page of `startCardChange` instead of the one before. Stores it even if their
 * subscriptions have ended since, so that `dropCards` deletes it later.
 */
export async function finishCardChange(
  parts: CardParts,
  { userId, session }: { userId: string; session: string },
): Promise<{ acknowledged: true; modifiedCount: 1 } | Problem> {
  const found = await findCards(parts, userId)
  if (!found) return new Problem('not-found')
  const { cards, gateway } = found
  const answer = await ask(parts, userId, async () => ({ saved: await cards.read(session, userId) }))
  if (!answer) return new Problem('gateway-unreachable')
  const { saved } = answer
  if (!saved) return new Problem('not-found')
  await parts.database.write(async ({ tx }) => replaceCard(tx, { userId, gateway }, saved))
  return { acknowledged: true, modifiedCount: 1 }
}

/** `isOffered` is true if a subscription that has not ended can be paid by a saved card. */
type Found = { cards: CardPages; gateway: string; email: string; isOffered: boolean }

/** Returns whether the shop takes cards, so that what is paid by transfer can be paid by card. */
export async function takesCards({ database, payments }: CardParts): Promise<boolean> {
  const ways = offeredWays(await readSelling(database.read), payments.currentGateway.name)
  return ways.includes('stripe') && payments.gateways.has('stripe')
}

/**
 * Finds the gateway that has the saved card of a person's subscriptions, or that can save the first one. Returns null if there is
 * none, or if the person has no subscription of their own.
 */
async function findCards(parts: CardParts, userId: string): Promise<Found | null> {
  const rows = await parts.database.read
    .selectFrom('subscriptions')
    .leftJoin('mandates', 'mandates.id', 'subscriptions.mandate_id')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .select(['mandates.gateway', 'users.email', 'subscriptions.state'])
    .where('subscriptions.user_id', '=', userId)
    .where('deliveries_left', 'is', null)
    .execute()
  const running = rows.filter(({ state }) => state !== 'ended')
  const byCard = (found: typeof rows) => found.find(({ gateway }) => gateway !== null)
  const row = byCard(running) ?? byCard(rows) ?? rows[0]
  if (!row) return null
  const name = row.gateway ?? 'stripe'
  const gateway = parts.payments.gateways.get(name)
  if (gateway?.kind !== 'remote' || !gateway.cards) return null
  const isOffered = running.length > 0 && (byCard(running) !== undefined || (await takesCards(parts)))
  return { email: row.email, gateway: name, cards: gateway.cards, isOffered }
}

function ask<T>({ payments }: CardParts, userId: string, work: () => Promise<T>): Promise<T | null> {
  return orNull(timeoutsFor(payments, `card of ${userId}`, 'A saved card cannot be changed'), work)
}
