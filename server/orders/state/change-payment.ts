import { Problem } from '#contract/errors.ts'
import type { Modified } from '#contract/fields.ts'
import { formatMoney } from '#contract/values/money.ts'
import type { OrderState } from '#contract/values/states.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import { isMailWaiting, queueStateMail } from '../order-mails.ts'
import type { Orders, PaymentActions } from '../orders.ts'
import { findOrder } from '../queries.ts'
import { notifyCustomer, stateConflict } from './notify-customer.ts'
import { findDeliveryKind, setState } from './queries.ts'
import { readPaidTime } from './read-paid-time.ts'
import type { PaidMoney } from './read-paid-time.ts'

export const MODIFIED = { acknowledged: true, modifiedCount: 1 } as const

/**
 * Moves an order to a state in which its payment is another: it was paid, it waits for its payment again, or it is
 * cancelled. A pickup that is paid at the counter is delivered at once, and so is a gift. The payment is changed first, and then
 * changes the order.
 */
export async function changePayment(
  orders: Orders,
  caller: Caller,
  { order, to, paid }: { order: OrderRow; to: OrderState; paid?: PaidMoney | undefined },
): Promise<Modified | Problem> {
  const at = paid ? await readPaidTime(orders, order, paid) : null
  if (at instanceof Problem) return at
  const written = to === 'delivered' ? 'paid' : to
  const changed = await changeOf(
    orders,
    order.state,
    to,
  )(order.payment_id, {
    by: caller.userId,
    ...(at !== null && { at }),
    also: async ({ tx }) => {
      const after = await findOrder(tx, order.id)
      if (!after || !isMovedTo(written, after)) return
      const day = at === null ? '' : `, on ${paid?.day}`
      await record(tx, { orders, caller, order: after, action: actionOf(order.state, to), day })
      if (to === 'delivered') await setState(tx, { id: order.id, from: 'paid', to, at: now() })
      else if (to === 'paid') await staysReady(tx, after)
    },
  })
  if (changed instanceof Problem) return changed
  const after = (await findOrder(orders.database.read, order.id)) ?? order
  return isMovedTo(to, after) ? MODIFIED : stateConflict(after)
}

/** Returns whether an order was moved to a state. Once it is paid, a pickup that was announced is ready, and a gift is delivered. */
function isMovedTo(to: OrderState, { state }: OrderRow): boolean {
  return state === to || (to === 'paid' && (state === 'ready' || state === 'delivered'))
}

function changeOf({ payments }: Orders, from: OrderState, to: OrderState): PaymentActions['markPaid'] {
  if (to === 'paid' || to === 'delivered') return payments.markPaid
  if (to === 'cancelled') return payments.cancelAttempt
  return from === 'cancelled' ? payments.reopen : payments.takeBackPayment
}

const REOPENED = 'reopened order'

const ACTIONS: Partial<Record<OrderState, string>> = {
  paid: 'marked as paid',
  delivered: 'marked as paid and delivered',
  waiting: 'took back payment',
  cancelled: 'cancelled order',
}

function actionOf(from: OrderState, to: OrderState): string {
  return from === 'cancelled' ? REOPENED : (ACTIONS[to] ?? to)
}

type Recorded = { orders: Orders; caller: Caller; order: OrderRow; action: string; day: string }

/** Writes the change of a payment to the audit log, and queues the mail about it. */
async function record(tx: Db, { orders, caller, order, action, day }: Recorded): Promise<void> {
  const { state, number, email, total_cents } = order
  await writeAudit(tx, caller, {
    action,
    subject: `Order ${number}`,
    detail: `${email}: ${formatMoney(total_cents, await orders.currency(tx))}${day}`,
  })
  if (state === 'cancelled') await notifyCustomer(tx, orders, order)
  else if (orders.sendsMail && action === REOPENED) await queueStateMail(tx, order, 'order-reopened')
  else if (orders.sendsMail) await queuePaymentMail(tx, order)
}

/**
 * Queues the mail that the payment has arrived, or that this was a mistake. A confirmation that was not sent yet says that
 * the payment has arrived, so no other mail does.
 */
async function queuePaymentMail(tx: Db, order: OrderRow): Promise<void> {
  if (order.state === 'waiting') return queueStateMail(tx, order, 'payment-taken-back')
  if (!(await isMailWaiting(tx, order, 'order-confirmation')))
    await queueStateMail(tx, order, 'payment-received')
}

/**
 * Makes a pickup `ready` that was announced before it was paid. It is packed already, so it must not be listed as an
 * order to pack again.
 */
async function staysReady(tx: Db, { id, payment_id, notified_at }: OrderRow): Promise<void> {
  if (notified_at === null || (await findDeliveryKind(tx, payment_id)) !== 'pickup') return
  await setState(tx, { id, from: 'paid', to: 'ready', at: now() })
}
