import { Problem } from '#contract/errors.ts'
import { reclaimUses } from '#server/discounts/claim-uses.ts'
import type { ShopWrite } from '#server/shop-database.ts'
import { takeReleasedStock } from '#server/stock/hold-stock.ts'
import type { OrderRow } from '#server/tables.ts'
import { changeWaiting } from './queries.ts'
import type { OwnPayment } from './queries.ts'

/**
 * Makes the cancelled order of this payment wait for its payment again, and returns it. It keeps its number and its lines,
 * and its stock and its discounts are taken anew. Returns a problem if too little is left of them, if the customer has withdrawn from the order or has
 * deleted the account, or if the order is in another state.
 */
export async function reopenOrder(
  { tx, publish }: ShopWrite,
  payment: OwnPayment,
): Promise<OrderRow | Problem> {
  const order = await changeWaiting(tx, { ...payment, from: 'cancelled', to: 'waiting' })
  if (!order) return new Problem('state-conflict')
  if (order.withdrawn_at !== null) return refused('The customer has withdrawn from this order.')
  const user = tx.selectFrom('users').select('archived_at').where('id', '=', payment.userId)
  if ((await user.executeTakeFirst())?.archived_at) return refused('This customer has deleted the account.')
  const problem =
    (await takeReleasedStock(tx, payment.paymentId)) ?? (await reclaimUses(tx, payment.paymentId))
  if (problem) return problem
  await tx
    .updateTable('cart_items')
    .set({ removed_at: null })
    .where('payment_id', '=', payment.paymentId)
    .where('user_id', '=', payment.userId)
    .where('payment', 'is', null)
    .execute()
  publish({ type: 'order-changed', userId: order.user_id })
  return order
}

function refused(detail: string): Problem {
  return new Problem('state-conflict', { detail })
}
