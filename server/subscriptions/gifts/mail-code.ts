import { Problem } from '#contract/errors.ts'
import type { Modified } from '#contract/fields.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { DELETED_USER } from '#server/identity/users/delete-user.ts'
import { deleteGiftMails } from '#server/mail/outbox.ts'
import { queueMails } from '#server/mail/queue-mail.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import type { GiftData, GiftRow } from '#server/tables/subscription-rows.ts'
import { deleteLinks } from '../end-subscriptions.ts'
import { newCode, storedCode } from './gift-code.ts'
import type { GiftParts } from './quote-gift.ts'

/**
 * Mails a new code of an unused gift to its buyer. The code before no longer works. Returns a problem if an
 * admin may not do that.
 */
export async function renewCode(
  { database, sendsMail }: GiftParts,
  caller: Caller,
  orderId: string,
): Promise<Modified | Problem> {
  if (!sendsMail) return new Problem('no-mail')
  return database.write(async ({ tx, publish }) => {
    const order = await tx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst()
    const ofOrder = tx
      .selectFrom('gifts')
      .selectAll()
      .where('payment_id', '=', order?.payment_id ?? '')
    const gift = await ofOrder.executeTakeFirst()
    if (!order || !gift) return new Problem('not-found')
    if (gift.subscription_id !== null) return new Problem('gift-used')
    // A gift that is not paid, or was refunded, has no code.
    const detail = gift.code_hash === null ? null : await mailCode(tx, gift)
    if (detail === null) return new Problem('state-conflict')
    const subject = `Order ${order.number}`
    await writeAudit(tx, caller, { action: 'sent new gift code', subject, detail })
    publish({ type: 'mail-changed' })
    publish({ type: 'order-changed', userId: order.user_id })
    return { acknowledged: true, modifiedCount: 1 }
  })
}

/**
 * Deletes the links to a guest's subscriptions that were mailed, and mails a new code of the gift that was bought with the order, if
 * it has one that was not used. The code before no longer works. Without mails, the gift keeps its code.
 */
export async function replaceMailed(
  tx: Db,
  { user_id, payment_id }: OrderRow,
  { sendsMail }: Pick<GiftParts, 'sendsMail'>,
): Promise<void> {
  await deleteLinks(tx, user_id)
  if (!sendsMail) return
  const ofPayment = tx.selectFrom('gifts').selectAll().where('payment_id', '=', payment_id)
  const gift = await ofPayment.where('code_hash', 'is not', null).executeTakeFirst()
  if (gift) await mailCode(tx, gift)
}

/**
 * Mails a new code of a gift to the current address of its buyer, which it returns. A code that waits in the outbox is not sent
 * any more. Returns null, and mails nothing, if the gift has changed since it was read, or if the buyer's account is deleted.
 */
export async function mailCode(tx: Db, gift: GiftRow): Promise<string | null> {
  const { payment_id, code_hash: before, deliveries, data } = gift
  const buyer = tx.selectFrom('users').select(['name', 'email']).where('id', '=', gift.user_id)
  const { name, email } = await buyer.executeTakeFirstOrThrow()
  if (email === DELETED_USER.email) return null
  const code = newCode()
  const { numUpdatedRows } = await tx
    .updateTable('gifts')
    .set({ code_hash: storedCode(code) })
    .where('payment_id', '=', payment_id)
    .where('code_hash', before === null ? 'is' : '=', before)
    .where('subscription_id', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return null
  const { recipient }: GiftData = JSON.parse(data)
  const order = tx.selectFrom('orders').select('id').where('payment_id', '=', payment_id)
  const { id: orderId } = await order.executeTakeFirstOrThrow()
  await deleteGiftMails(tx, orderId)
  const mail = { template: 'gift', orderId, name, recipient, deliveries, token: code } as const
  await queueMails(tx, [{ recipient: email, replyTo: null, subject: 'Your gift', data: mail }])
  return email
}
