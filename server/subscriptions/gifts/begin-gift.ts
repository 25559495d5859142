import type { SubscriptionPaid } from '#server/orders/payment-hooks.ts'
import { queueMails } from '#server/mail/queue-mail.ts'
import { now } from '#server/platform/clock.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { GiftData, GiftRow } from '#server/tables/subscription-rows.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { newCode, storedCode } from './gift-code.ts'

/**
 * Mails the code of a gift that was paid to its buyer, or goes on with one whose payment was taken back after its code was used. Nothing
 * is sent for its order, which is therefore delivered.
 */
export async function beginGift(write: ShopWrite, { payment, at }: SubscriptionPaid): Promise<void> {
  const { tx, publish } = write
  await deliverOrder(tx, payment, at)
  const gifts = tx.selectFrom('gifts').selectAll().where('payment_id', '=', payment.id)
  const gift = await gifts.executeTakeFirstOrThrow()
  if (gift.subscription_id === null) await mailCode(tx, gift)
  else await goOn(tx, gift.subscription_id)
  publish({ type: 'mail-changed' })
}

/** The bags are packed for the orders of the deliveries, and take no coffee from the roast book here. */
async function deliverOrder(tx: Db, { id }: PaymentRow, at: number): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ state: 'delivered', delivered_at: at, notified_at: at })
    .where('payment_id', '=', id)
    .execute()
  await tx.updateTable('cart_items').set({ delivery: 'Delivered' }).where('payment_id', '=', id).execute()
}

async function mailCode(tx: Db, { payment_id, user_id, deliveries, data }: GiftRow): Promise<void> {
  const code = newCode()
  const code_hash = storedCode(code)
  await tx.updateTable('gifts').set({ code_hash }).where('payment_id', '=', payment_id).execute()
  const buyer = tx.selectFrom('users').select(['name', 'email']).where('id', '=', user_id)
  const { name, email } = await buyer.executeTakeFirstOrThrow()
  const { recipient }: GiftData = JSON.parse(data)
  const mail = { template: 'gift', name, recipient, deliveries, token: code } as const
  await queueMails(tx, [{ recipient: email, replyTo: null, subject: 'Your gift', data: mail }])
}

async function goOn(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ state: 'active', ended_at: null, ended_reason: null })
    .where('id', '=', id)
    .where('deliveries_left', '>', 0)
    .execute()
}

/** Ends a gift whose payment was given back or has not arrived. What was ordered already is sent. Other payments have none. */
export async function endGift(tx: Db, paymentId: string): Promise<void> {
  const gift = tx.updateTable('gifts').set({ code_hash: null }).where('payment_id', '=', paymentId)
  const { numUpdatedRows } = await gift.executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await tx
    .updateTable('subscriptions')
    .set({ state: 'ended', ended_at: now(), ended_reason: 'The gift was given back.' })
    .where('payment_id', '=', paymentId)
    .where('state', '!=', 'ended')
    .execute()
}
