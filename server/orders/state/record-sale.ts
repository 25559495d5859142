import type { Sale } from '#contract/orders/counter-sales.ts'
import { formatMoney, toAmountText } from '#contract/values/money.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { findOrderOfPayment } from '../queries.ts'
import { setState } from './queries.ts'

type Sold = {
  payment: Pick<PaymentRow, 'id' | 'user_id' | 'gateway'>
  isHandedOver: boolean
  currency: string
}

/**
 * Writes to the audit log who has made an order for a customer, in the transaction that places it. If the customer has the
 * coffees already and has paid, the order is delivered. It counts as announced, so that moving it back, which undoes a
 * mistake, tells the customer nothing of a pickup.
 */
export async function recordSale(
  { tx, publish }: ShopWrite,
  caller: Caller,
  { payment, isHandedOver, currency }: Sold,
): Promise<void> {
  const order = await findOrderOfPayment(tx, payment)
  if (!order) throw new Error(`Payment ${payment.id} has no order.`)
  await writeAudit(tx, caller, {
    action: 'made order',
    subject: `Order ${order.number}`,
    detail: `${order.email}: ${formatMoney(order.total_cents, currency)}, ${payment.gateway}`,
  })
  if (!isHandedOver || order.state !== 'paid') return
  const at = now()
  await setState(tx, { id: order.id, from: 'paid', to: 'delivered', at })
  await tx.updateTable('orders').set({ notified_at: at }).where('id', '=', order.id).execute()
  publish({ type: 'delivery-moved', userId: order.user_id })
}

/** Returns whether a guest has an order that is cancelled. */
export async function hasCancelled(db: Db, userId: string): Promise<boolean> {
  const orders = db.selectFrom('orders').select('id').where('user_id', '=', userId)
  return (await orders.where('state', '=', 'cancelled').executeTakeFirst()) !== undefined
}

/** Returns the order of a payment as the person who has made it sees it, or null if there is none. */
export async function findSale(db: Db, paymentId: string, currency: string): Promise<Sale | null> {
  const order = await db
    .selectFrom('orders')
    .select(['id', 'number', 'total_cents', 'state'])
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
  if (!order) return null
  const { id: _id, number, total_cents, state } = order
  return { _id, number, total: toAmountText(total_cents, currency), state }
}
