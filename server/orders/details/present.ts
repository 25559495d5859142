import type { Checkout } from '#contract/selling/settings.ts'
import { toPrice } from '#contract/values/money.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import { presentFullOrder } from '../lists/full-orders.ts'
import { linesOf } from '../lists/queries.ts'
import { reasonText } from '../report-dispute.ts'
import { findCheckout, listRefunds } from './queries.ts'
import type { NamedRefund } from './queries.ts'

/**
 * Reads an order with its lines, its refunds and what the customer agreed to in the checkout, in the form of a
 * response.
 */
export async function readOrderReceipt(db: Db, order: OrderRow) {
  const { payment_id } = order
  const [lines, checkout, refunds] = await Promise.all([
    linesOf(db, [payment_id], order.user_id),
    findCheckout(db, order),
    listRefunds(db, payment_id),
  ])
  return {
    ...presentFullOrder(order, lines.get(payment_id)),
    ...presentShipping(order, checkout),
    refunds: refunds.map(presentRefund),
  }
}

function presentShipping({ tracking_url }: OrderRow, checkout: Checkout | null) {
  return {
    ...(tracking_url !== null && { trackingUrl: tracking_url }),
    ...(checkout && { checkout }),
  }
}

function presentRefund({ id, amount_cents, status, created_at, who, reason }: NamedRefund) {
  return {
    _id: id,
    amount: toPrice(amount_cents),
    status,
    at: created_at,
    ...(who !== null && { by: who }),
    ...(reason !== null && { reason: reasonText(reason) }),
  }
}
