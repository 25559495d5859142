import { Problem } from '#contract/errors.ts'
import type { Modified } from '#contract/fields.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { addDays, shopDay } from '#contract/values/dates/date-texts.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { readSelling } from '#server/selling/read-selling.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import { queueCancellationNotice, queueWithdrawalMails } from '../order-mails.ts'
import type { Orders } from '../orders.ts'
import { notifyCustomer, stateConflict } from '../state/notify-customer.ts'
import { findOwnOrder, setWithdrawn } from './queries.ts'

/**
 * Cancels one of the caller's orders that waits for its payment. Its stock is given back, and the caller and the shop
 * get a mail. Returns a problem if the order is paid or sent, or was marked as paid at the same time.
 */
export async function cancelOwnOrder(
  orders: Orders,
  { userId }: Caller,
  id: string,
): Promise<Modified | Problem> {
  const order = await findOwnOrder(orders.database.read, { userId, id })
  if (!order) return new Problem('not-found')
  if (order.state === 'cancelled') return { acknowledged: true, modifiedCount: 0 }
  return order.state === 'waiting' ? cancelWaiting(orders, order) : stateConflict(order)
}

type Parts = Pick<Orders, 'database' | 'payments' | 'onWithdrawn' | 'sendsMail'>

/** Cancels a waiting order for its customer. `also` is run in the transaction that cancels the order. */
async function cancelWaiting(
  { payments, sendsMail }: Parts,
  order: OrderRow,
  also?: (tx: Db) => Promise<unknown>,
): Promise<Modified | Problem> {
  const { id, user_id: userId } = order
  const ended = await payments.cancelAttempt(order.payment_id, {
    by: userId,
    also: async ({ tx }) => {
      const after = await findOwnOrder(tx, { userId, id })
      if (after?.state !== 'cancelled') return
      await also?.(tx)
      const isFirst = await notifyCustomer(tx, { sendsMail }, after)
      if (isFirst) await queueCancellationNotice(tx, after)
    },
  })
  return ended instanceof Problem ? ended : { acknowledged: true, modifiedCount: 1 }
}

/** The days after that of the delivery on which a consumer in the EU may withdraw (Directive 2011/83/EU, article 9). */
const WITHDRAWAL_DAYS = 14

/**
 * Returns whether a customer can withdraw from an order at the time `at`: until the end of the 14th day after that
 * of its delivery (Regulation 1182/71, article 3), if the shop sells to consumers in the EU. Earlier versions did not
 * store when an order was delivered. A delivered order without this time cannot be withdrawn from.
 */
export function canWithdraw(
  { state, withdrawn_at, delivered_at }: Pick<OrderRow, 'state' | 'withdrawn_at' | 'delivered_at'>,
  { hasWithdrawal }: Pick<SellingSettings, 'hasWithdrawal'>,
  at: number,
): boolean {
  if (!hasWithdrawal || withdrawn_at !== null || state === 'cancelled' || state === 'refunded') return false
  if (state !== 'delivered') return true
  return delivered_at !== null && shopDay(at) <= addDays(shopDay(delivered_at), WITHDRAWAL_DAYS)
}

/** A withdrawal of a user from an order at a time in UTC milliseconds. */
type Withdrawal = { userId: string; id: string; at: number }

/**
 * Stores a customer's withdrawal from an order, and queues a mail to the customer and one to the shop. An order that
 * waits for its payment is cancelled. Otherwise the subscriptions that it began end, and taking the goods back and
 * refunding the order is up to the shop. A second withdrawal from the same order changes nothing.
 */
export async function withdraw(orders: Parts, withdrawal: Withdrawal): Promise<Modified | Problem> {
  const { read } = orders.database
  const { userId, id, at } = withdrawal
  const order = await findOwnOrder(read, { userId, id })
  if (order?.state === 'waiting' && canWithdraw(order, await readSelling(read), at)) {
    const cancelled = await cancelWaiting(orders, order, (tx) => setWithdrawn(tx, { id, userId, at }))
    // After a problem, the order was paid in the meantime, or its saved card is being charged and the gateway does not say
    // whether it can be cancelled. Then `chargeDue` cancels it later.
    if (!(cancelled instanceof Problem)) return cancelled
  }
  return withdrawFromPaid(orders, withdrawal)
}

function withdrawFromPaid(
  { database, sendsMail, onWithdrawn }: Parts,
  { userId, id, at }: Withdrawal,
): Promise<Modified | Problem> {
  return database.write(async (write) => {
    const { tx, publish } = write
    const order = await findOwnOrder(tx, { userId, id })
    if (!order) return new Problem('not-found')
    if (order.withdrawn_at !== null) return { acknowledged: true, modifiedCount: 0 }
    if (!canWithdraw(order, await readSelling(tx), at)) return new Problem('cannot-withdraw')
    const withdrawn = await setWithdrawn(tx, { id, userId, at })
    if (!withdrawn) return { acknowledged: true, modifiedCount: 0 }
    if (sendsMail) await queueWithdrawalMails(tx, withdrawn)
    await onWithdrawn(write, withdrawn, { sendsMail })
    publish({ type: 'order-changed', userId })
    return { acknowledged: true, modifiedCount: 1 }
  })
}
