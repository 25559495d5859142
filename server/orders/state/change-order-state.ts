import { Problem } from '#contract/errors.ts'
import type { Modified } from '#contract/fields.ts'
import { readTracking } from '#contract/values/orders/carriers.ts'
import type { OrderMove } from '#contract/orders/order-details.ts'
import { isMoving, orderStateNames, stepsFrom } from '#contract/values/states.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { queueStateMail } from '../order-mails.ts'
import type { Orders } from '../orders.ts'
import { findOrder } from '../queries.ts'
import { changePayment, MODIFIED } from './change-payment.ts'
import { claimNewLink, noTracking } from './change-tracking.ts'
import { notifyCustomer, stateConflict } from './notify-customer.ts'
import { findDeliveryKind, setState } from './queries.ts'

const notAStep = new Problem('invalid-input', {
  detail: 'An order can only be moved one step at a time.',
  errors: [{ field: 'to', message: 'must be the step before or after' }],
})

/**
 * Moves an order to another state, and its lines with it. Returns a problem if no single step leads to that state, or
 * if the order is no longer in the state that the admin saw. The customer gets a mail when the order is sent or can be
 * picked up, and when its payment has changed.
 */
export async function changeOrderState(
  orders: Orders,
  caller: Caller,
  { id, from, to, tracking: entered, paid }: { id: string } & OrderMove,
): Promise<Modified | Problem> {
  const { database } = orders
  const order = await findOrder(database.read, id)
  if (!order) return new Problem('not-found')
  const kind = await findDeliveryKind(database.read, order.payment_id)
  if (!stepsFrom(from, kind).includes(to)) return notAStep
  if (order.state !== from) return stateConflict(order)
  if (!isMoving(from) || !isMoving(to)) return changePayment(orders, caller, { order, to, paid })
  const tracking = entered ? readTracking(entered) : null
  if (entered && !tracking) return noTracking
  return database.write(async ({ tx, publish }) => {
    const moved = await setState(tx, { id, from, to, tracking, at: now() })
    if (!moved) return stateConflict((await findOrder(tx, id)) ?? order)
    await writeAudit(tx, caller, {
      action: 'moved order',
      subject: `Order ${moved.number}`,
      detail: `${moved.email}: ${orderStateNames[from]} to ${orderStateNames[to]}`,
    })
    const isTold = await notifyCustomer(tx, orders, moved)
    // An order that was sent before is announced again only with another tracking link.
    if (from === 'packed' && (await claimNewLink(tx, orders, moved)) && !isTold)
      await queueStateMail(tx, moved, 'order-sent')
    publish({ type: 'delivery-moved', userId: moved.user_id })
    return MODIFIED
  })
}
