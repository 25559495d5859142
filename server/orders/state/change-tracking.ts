import { Problem, wrongField } from '#contract/errors.ts'
import type { Modified } from '#contract/fields.ts'
import { carriers, readTracking } from '#contract/values/orders/carriers.ts'
import type { EnteredTracking } from '#contract/values/orders/carriers.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import { isMailWaiting, queueStateMail } from '../order-mails.ts'
import type { Orders } from '../orders.ts'
import { findOrder } from '../queries.ts'
import { stateConflict } from './notify-customer.ts'
import { setTracking } from './queries.ts'

export const noTracking = wrongField('code', 'must be a tracking number, or a link that begins with https://')

/**
 * Stores how the parcel of a sent order is followed, and tells the customer by mail. Returns a problem if the order is not
 * sent, or if what was entered is neither a number nor a link. A link that the order has already changes nothing.
 */
export async function changeTracking(
  orders: Orders,
  caller: Caller,
  { id, ...entered }: { id: string } & EnteredTracking,
): Promise<Modified | Problem> {
  const tracking = readTracking(entered)
  if (!tracking) return noTracking
  return orders.database.write(async ({ tx, publish }) => {
    const order = await setTracking(tx, id, tracking)
    if (!order) {
      const found = await findOrder(tx, id)
      if (!found) return new Problem('not-found')
      return found.state === 'sent' ? { acknowledged: true, modifiedCount: 0 } : stateConflict(found)
    }
    await writeAudit(tx, caller, {
      action: 'changed tracking',
      subject: `Order ${order.number}`,
      detail: `${order.email}: ${tracking.carrier ? carriers[tracking.carrier].name : 'a link'}`,
    })
    const isNew = await claimNewLink(tx, orders, order)
    const isAnnounced =
      isNew &&
      ((await isMailWaiting(tx, order, 'order-sent')) || (await isMailWaiting(tx, order, 'order-tracking')))
    if (isNew && !isAnnounced) await queueStateMail(tx, order, 'order-tracking')
    publish({ type: 'order-changed', userId: order.user_id })
    return { acknowledged: true, modifiedCount: 1 }
  })
}

/**
 * Returns whether the customer was not told the tracking link of an order yet, and stores that the next mail tells it. It
 * must run in the transaction that queues the mail.
 */
export async function claimNewLink(
  tx: Db,
  { sendsMail }: Pick<Orders, 'sendsMail'>,
  { id, tracking_url, told_url }: OrderRow,
): Promise<boolean> {
  if (!sendsMail || tracking_url === null || tracking_url === told_url) return false
  await tx.updateTable('orders').set({ told_url: tracking_url }).where('id', '=', id).execute()
  return true
}
