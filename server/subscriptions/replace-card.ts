import { sql } from 'kysely'
import { CONSENT_VERSION } from '#contract/values/orders/subscriptions.ts'
import { lockUser } from '#server/cart/cart.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import type { SavedCard } from '#server/tables/subscription-rows.ts'

type Owner = { userId: string; gateway: string }

/** Stores a person's consent to later charges of a saved card. */
export async function insertMandate(
  tx: Db,
  { userId, gateway, at }: Owner & { at: number },
  card: SavedCard,
): Promise<string> {
  const mandate = { id: newId(), user_id: userId, gateway, ...card, consent: CONSENT_VERSION }
  await tx
    .insertInto('mandates')
    .values({ ...mandate, given_at: at, revoked_at: null })
    .execute()
  return mandate.id
}

/**
 * Lets all subscriptions of a person that are paid by card use a new card, also those that have ended and can go on, and all their
 * renewals of which no charge is open. If all that go on are paid by transfer, all are paid by card from now on, apart from what was
 * ordered already.
 * Those that were declined are charged at once. Revokes the mandates of the cards before, which `dropCards` deletes. A card that
 * was stored before changes nothing.
 */
export async function replaceCard(tx: Db, owner: Owner, saved: SavedCard): Promise<void> {
  const { userId } = owner
  await lockUser(tx, userId)
  const own = await tx.selectFrom('mandates').selectAll().where('user_id', '=', userId).execute()
  if (own.some(({ customer }) => customer === saved.customer)) return
  const mandate_id = await insertMandate(tx, { ...owner, at: now() }, saved)
  const subscriptions = tx.updateTable('subscriptions').set({ mandate_id }).where('user_id', '=', userId)
  const byCard = await subscriptions.where('mandate_id', 'is not', null).returning('state').execute()
  if (byCard.every(({ state }) => state === 'ended'))
    await subscriptions.where('state', '!=', 'ended').where('deliveries_left', 'is', null).execute()
  await tx
    .updateTable('payments')
    .set({ mandate_id, due_at: now() })
    .where('user_id', '=', userId)
    .where('status', '=', sql.lit('pending' as const))
    .where('mandate_id', 'is not', null)
    .where('begun_at', 'is', null)
    .execute()
  await tx
    .updateTable('mandates')
    .set({ revoked_at: now() })
    .where('user_id', '=', userId)
    .where('id', '!=', mandate_id)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Lets a declined renewal use the card that has replaced its own while the charge was open. Returns whether there is one. */
export async function moveToNewCard(tx: Db, { id, user_id, mandate_id }: PaymentRow): Promise<boolean> {
  const own = await tx
    .selectFrom('mandates')
    .select(['id', 'revoked_at'])
    .where('user_id', '=', user_id)
    .orderBy('id', 'desc')
    .execute()
  const isRevoked = own.some((mandate) => mandate.id === mandate_id && mandate.revoked_at !== null)
  const newest = own.find(({ revoked_at }) => revoked_at === null)
  if (!isRevoked || !newest) return false
  await tx.updateTable('payments').set({ mandate_id: newest.id }).where('id', '=', id).execute()
  return true
}
