import { deleteTokens } from '#server/identity/tokens.ts'
import { now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'

/** Ends all subscriptions of a user whose account is deleted, without their addresses, and deletes the saved cards and the mailed links. */
export async function endSubscriptions(tx: Db, userId: string): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ state: 'ended', ended_at: now(), ended_reason: 'The account was deleted.' })
    .where('user_id', '=', userId)
    .where('state', '!=', 'ended')
    .execute()
  await tx
    .updateTable('subscriptions')
    .set({ checkout: '{}', mandate_id: null })
    .where('user_id', '=', userId)
    .execute()
  await tx.updateTable('renewals').set({ place: '' }).where('user_id', '=', userId).execute()
  await deleteLinks(tx, userId)
  // The consent is kept without the card.
  await tx
    .updateTable('mandates')
    .set({ customer: '', method: null, card: '', revoked_at: now() })
    .where('user_id', '=', userId)
    .execute()
}

/** Deletes the links to a user's subscriptions that were mailed, and the codes. */
export function deleteLinks(tx: Db, userId: string): Promise<void> {
  return deleteTokens(tx, { owner: userId, kinds: ['subscriptions', 'subscription-code'] })
}

/** Gives a user the subscriptions of a guest, with the saved cards and the mailed links. */
export async function moveSubscriptions(tx: Db, guestId: string, user_id: string): Promise<void> {
  for (const table of ['mandates', 'subscriptions', 'renewals'] as const)
    await tx.updateTable(table).set({ user_id }).where('user_id', '=', guestId).execute()
  const links = tx.updateTable('tokens').set({ owner: user_id }).where('owner', '=', guestId)
  await links.where('kind', '=', 'subscriptions').execute()
}
