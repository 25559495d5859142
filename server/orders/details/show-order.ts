import { Problem } from '#contract/errors.ts'
import type { OrderDetails } from '#contract/orders/order-details.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { OrderNoteRow, PaymentRow } from '#server/tables.ts'
import { findOrder } from '../queries.ts'
import { readOrderReceipt } from './present.ts'
import { findPayment, listNotes } from './queries.ts'

/** Returns the details of an order, single or full, for an admin. */
export async function showOrder({ read }: ShopDatabase, id: string): Promise<OrderDetails | Problem> {
  const order = await findOrder(read, id)
  if (!order) return new Problem('not-found')
  const [receipt, payment, notes] = await Promise.all([
    readOrderReceipt(read, order),
    findPayment(read, order.payment_id),
    listNotes(read, id),
  ])
  return { ...receipt, kind: order.kind, ...presentPayment(payment), notes: notes.map(presentNote) }
}

function presentPayment(payment: PaymentRow | undefined) {
  if (!payment) return { gateway: '' }
  const { gateway, reference, settled_at, status } = payment
  return {
    gateway,
    // Only references of Stripe are shown. The owner has no place to look up the references of the other gateways.
    ...(reference !== null && gateway === 'stripe' && { reference }),
    ...(status === 'succeeded' && settled_at !== null && { paidAt: settled_at }),
  }
}

function presentNote({ id, who, body, created_at }: OrderNoteRow) {
  return { _id: id, who, body, at: created_at }
}
