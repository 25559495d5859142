import { Problem } from '#contract/errors.ts'
import type { SubscriptionPaid } from '#server/orders/payment-hooks.ts'
import { deleteGiftMails } from '#server/mail/outbox.ts'
import { now } from '#server/platform/clock.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { goOn } from '../begin-subscriptions.ts'
import { mailCode } from './mail-code.ts'

/**
 * Mails the code of a gift that was paid to its buyer. Nothing is sent for its order, which is therefore delivered.
 */
export async function beginGift(write: ShopWrite, { payment, at }: SubscriptionPaid): Promise<void> {
  await deliverOrder(write.tx, payment, at)
  await goOnWithGift(write, payment)
}

/**
 * Mails the code of a gift, or goes on with one whose code was used before `endGift`. Other payments have none, and a gift whose
 * money was returned stays ended.
 */
export async function goOnWithGift(
  { tx, publish }: ShopWrite,
  { id }: Pick<PaymentRow, 'id'>,
): Promise<void> {
  const gift = await tx
    .selectFrom('gifts')
    .innerJoin('orders', 'orders.payment_id', 'gifts.payment_id')
    .selectAll('gifts')
    .where('gifts.payment_id', '=', id)
    .where('orders.state', '!=', 'refunded')
    .executeTakeFirst()
  if (!gift) return
  if (gift.subscription_id !== null) await goOn(tx, { paymentId: id, reason: GIVEN_BACK })
  // A code that still works stays, because it may be printed already.
  else if (gift.code_hash === null) await mailCode(tx, gift)
  publish({ type: 'mail-changed' })
}

/** The bags are packed for the orders of the deliveries, and take no coffee from the roast book here. */
async function deliverOrder(tx: Db, { id }: PaymentRow, at: number): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ state: 'delivered', delivered_at: at })
    .where('payment_id', '=', id)
    .execute()
  await tx.updateTable('cart_items').set({ delivery: 'Delivered' }).where('payment_id', '=', id).execute()
}

/** The reason why subscriptions ended whose gift is not paid after all. */
const GIVEN_BACK = 'The gift was given back.'

/**
 * Ends a gift whose payment has not arrived. Returns a problem if its code was used, also at the same moment: the owner has to
 * refund it instead.
 */
export async function takeBackGift(tx: Db, paymentId: string): Promise<Problem | undefined> {
  return (await takeBackCode(tx, paymentId)) ? undefined : new Problem('gift-used')
}

/** Ends a gift whose payment was given back. What was ordered already is sent. Other payments have none. */
export async function endGift(tx: Db, paymentId: string): Promise<void> {
  await takeBackCode(tx, paymentId)
  await tx
    .updateTable('subscriptions')
    .set({ state: 'ended', ended_at: now(), ended_reason: GIVEN_BACK })
    .where('payment_id', '=', paymentId)
    .where('deliveries_left', 'is not', null)
    .where('state', '!=', 'ended')
    .execute()
}

/** Returns whether there was a gift whose code was not used. It has no code any more, and a waiting mail with it is deleted. */
async function takeBackCode(tx: Db, paymentId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('gifts')
    .set({ code_hash: null })
    .where('payment_id', '=', paymentId)
    .where('subscription_id', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  const orders = tx.selectFrom('orders').select('id').where('payment_id', '=', paymentId)
  for (const { id } of await orders.execute()) await deleteGiftMails(tx, id)
  return true
}
