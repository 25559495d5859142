import { Problem } from '#contract/errors.ts'
import type { Modified } from '#contract/fields.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { SubscriptionPaid } from '#server/orders/payment-hooks.ts'
import { queueMails } from '#server/mail/queue-mail.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase, ShopWrite } from '#server/shop-database.ts'
import type { GiftData, GiftRow } from '#server/tables/subscription-rows.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { newCode, storedCode } from './gift-code.ts'

/**
 * Mails the code of a gift that was paid to its buyer, or goes on with one whose payment was taken back after its code was used.
 * Nothing is sent for its order, which is therefore delivered.
 */
export async function beginGift(write: ShopWrite, { payment, at }: SubscriptionPaid): Promise<void> {
  await deliverOrder(write.tx, payment, at)
  await goOnWithGift(write, payment)
}

/** Mails the code of a gift, or goes on with one whose code was used before `endGift`. Other payments have none. */
export async function goOnWithGift(
  { tx, publish }: ShopWrite,
  { id }: Pick<PaymentRow, 'id'>,
): Promise<void> {
  const gift = await tx.selectFrom('gifts').selectAll().where('payment_id', '=', id).executeTakeFirst()
  if (!gift) return
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

/**
 * Mails a new code of an unused gift to the email address of its order. The code before no longer works. Returns a problem if an
 * admin may not do that.
 */
export function renewCode(
  { write }: ShopDatabase,
  caller: Caller,
  orderId: string,
): Promise<Modified | Problem> {
  return write(async ({ tx, publish }) => {
    const order = await tx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst()
    const ofOrder = tx
      .selectFrom('gifts')
      .selectAll()
      .where('payment_id', '=', order?.payment_id ?? '')
    const gift = await ofOrder.executeTakeFirst()
    if (!order || !gift) return new Problem('not-found')
    if (gift.subscription_id !== null) return new Problem('gift-used')
    // A gift that is not paid, or was refunded, has no code.
    if (gift.code_hash === null || !(await mailCode(tx, gift))) return new Problem('state-conflict')
    const subject = `Order ${order.number}`
    await writeAudit(tx, caller, { action: 'sent new gift code', subject, detail: order.email })
    publish({ type: 'mail-changed' })
    publish({ type: 'order-changed', userId: order.user_id })
    return { acknowledged: true, modifiedCount: 1 }
  })
}

/** Returns false, and mails nothing, if the gift has changed since it was read. */
async function mailCode(tx: Db, gift: GiftRow): Promise<boolean> {
  const { payment_id, code_hash: before, deliveries, data } = gift
  const code = newCode()
  const { numUpdatedRows } = await tx
    .updateTable('gifts')
    .set({ code_hash: storedCode(code) })
    .where('payment_id', '=', payment_id)
    .where('code_hash', before === null ? 'is' : '=', before)
    .where('subscription_id', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  const order = tx.selectFrom('orders').select(['customer', 'email']).where('payment_id', '=', payment_id)
  const { customer: name, email } = await order.executeTakeFirstOrThrow()
  const { recipient }: GiftData = JSON.parse(data)
  const mail = { template: 'gift', name, recipient, deliveries, token: code } as const
  await queueMails(tx, [{ recipient: email, replyTo: null, subject: 'Your gift', data: mail }])
  return true
}

async function goOn(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ state: 'active', ended_at: null, ended_reason: null })
    .where('id', '=', id)
    .where('deliveries_left', '>', 0)
    .where('ended_reason', '=', GIVEN_BACK)
    .execute()
}

/** The reason why subscriptions ended whose gift is not paid after all. */
const GIVEN_BACK = 'The gift was given back.'

/** Ends a gift whose payment was given back or has not arrived. What was ordered already is sent. Other payments have none. */
export async function endGift(tx: Db, paymentId: string): Promise<void> {
  await tx
    .updateTable('gifts')
    .set({ code_hash: null })
    .where('payment_id', '=', paymentId)
    .where('subscription_id', 'is', null)
    .execute()
  await tx
    .updateTable('subscriptions')
    .set({ state: 'ended', ended_at: now(), ended_reason: GIVEN_BACK })
    .where('payment_id', '=', paymentId)
    .where('deliveries_left', 'is not', null)
    .where('state', '!=', 'ended')
    .execute()
}
