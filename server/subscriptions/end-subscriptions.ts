import { deleteTokens } from '#server/identity/tokens.ts'
import { now } from '#server/platform/clock.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import type { GiftData } from '#server/tables/subscription-rows.ts'
import { queueSubscriptionMail } from './subscription-mails.ts'

/** Ends all subscriptions of a user whose account is deleted, without their addresses, and revokes the saved cards and the mailed links. */
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
  await eraseGiftNames(tx, userId)
  // The consent is kept without the card, which `dropCards` deletes at the gateway.
  const own = tx.updateTable('mandates').where('user_id', '=', userId)
  await own.set({ card: '' }).execute()
  await own.set({ revoked_at: now() }).where('revoked_at', 'is', null).execute()
  await own.set({ customer: '' }).where('dropped_at', 'is not', null).execute()
}

/**
 * Ends the subscriptions that an order began from which the customer has withdrawn, and tells the customer. A gift ends when the shop
 * returns its money.
 */
export async function endWithdrawn(
  write: ShopWrite,
  { payment_id, number }: OrderRow,
  { sendsMail }: { sendsMail: boolean },
): Promise<void> {
  const subscriptions = await write.tx
    .updateTable('subscriptions')
    .set({
      state: 'ended',
      ended_at: now(),
      ended_reason: `The customer has withdrawn from order ${number}.`,
    })
    .where('payment_id', '=', payment_id)
    .where('deliveries_left', 'is', null)
    .where('state', '!=', 'ended')
    .returningAll()
    .execute()
  const reason = `You have withdrawn from order ${number}.`
  if (sendsMail) await queueSubscriptionMail(write, { event: 'stopped', subscriptions, reason })
}

/** Deletes the links to a user's subscriptions that were mailed, and the codes. */
export function deleteLinks(tx: Db, userId: string): Promise<void> {
  return deleteTokens(tx, { owner: userId, kinds: ['subscriptions', 'subscription-code'] })
}

/** Gives a user the subscriptions of a guest, with the saved cards, the mailed links, and the gifts that the guest has bought. */
export async function moveSubscriptions(tx: Db, guestId: string, user_id: string): Promise<void> {
  for (const table of ['mandates', 'subscriptions', 'renewals', 'gifts'] as const)
    await tx.updateTable(table).set({ user_id }).where('user_id', '=', guestId).execute()
  const links = tx.updateTable('tokens').set({ owner: user_id }).where('owner', '=', guestId)
  await links.where('kind', 'in', ['subscriptions', 'subscription-code']).execute()
}

/** Erases who gave and who gets the gifts that a user has bought. Their codes still work. */
async function eraseGiftNames(tx: Db, userId: string): Promise<void> {
  const bought = tx.selectFrom('gifts').select(['payment_id', 'data']).where('user_id', '=', userId)
  for (const { payment_id, data } of await bought.execute()) {
    const gift: GiftData = JSON.parse(data)
    const erased = JSON.stringify({ ...gift, from: '', recipient: '', message: '' } satisfies GiftData)
    await tx.updateTable('gifts').set({ data: erased }).where('payment_id', '=', payment_id).execute()
  }
}
