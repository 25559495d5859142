import { Problem } from '#contract/errors.ts'
import { isMoving, orderStateNames, stepsFrom } from '#contract/values/states.ts'
import type { MovingState, OrderState } from '#contract/values/states.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import { queueMoveMail } from '../after-sale-mails.ts'
import type { Orders } from '../orders.ts'
import { findOrder } from '../queries.ts'
import { changePayment } from './change-payment.ts'
import { stateConflict } from './state-conflict.ts'
import { notifyCustomer } from './notify-customer.ts'
import { findDeliveryKind, setState } from './queries.ts'

type StateStep = { id: string; from: OrderState; to: OrderState; trackingUrl?: string }

const MODIFIED = { acknowledged: true, modifiedCount: 1 } as const

const notAStep = new Problem('invalid-input', {
  detail: 'An order can only be moved one step at a time.',
  errors: [{ field: 'to', message: 'must be the step before or after' }],
})

/**
 * Moves an order to another state, and its lines with it. Returns a problem if no single step leads to that state, or
 * if the order is no longer in the state that the admin saw. The customer gets a mail when the order is sent or can be
 * picked up.
 */
export async function changeOrderState(
  orders: Orders,
  caller: Caller,
  move: StateStep,
): Promise<{ acknowledged: true; modifiedCount: number } | Problem> {
  const { database } = orders
  const order = await findOrder(database.read, move.id)
  if (!order) return new Problem('not-found')
  const kind = await findDeliveryKind(database.read, order.payment_id)
  if (!stepsFrom(move.from, kind).includes(move.to)) return notAStep
  if (order.state !== move.from) return stateConflict(order)
  if (!isMoving(move.from) || !isMoving(move.to)) return changePayment(orders, caller, { order, to: move.to })
  const step = { from: move.from, to: move.to, trackingUrl: move.trackingUrl ?? null }
  return database.write(async ({ tx, publish }) => {
    const moved = await setState(tx, { id: order.id, at: now(), ...step })
    if (!moved) return stateConflict((await findOrder(tx, order.id)) ?? order)
    await writeAudit(tx, caller, {
      action: 'moved order',
      subject: `Order ${moved.number}`,
      detail: `${moved.email}: ${orderStateNames[step.from]} to ${orderStateNames[step.to]}`,
    })
    const isTold = await notifyCustomer(tx, orders, moved)
    if (!isTold) await mailTrackingLink(tx, orders, { moved, from: step.from })
    publish({ type: 'delivery-moved', userId: moved.user_id })
    return MODIFIED
  })
}

/** Queues another mail that an order was sent, if it was sent before and now has a tracking link. */
async function mailTrackingLink(
  tx: Db,
  { sendsMail }: Pick<Orders, 'sendsMail'>,
  { moved, from }: { moved: OrderRow; from: MovingState },
): Promise<void> {
  const isNew = from === 'packed' && moved.state === 'sent' && moved.tracking_url !== null
  if (sendsMail && isNew) await queueMoveMail(tx, moved, 'order-sent')
}
