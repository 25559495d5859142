import type { Receipt } from '#contract/values/mails.ts'
import { formatMoney, toPrice } from '#contract/values/money.ts'
import { isQueued, queueMails } from '#server/mail/queue-mail.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import { payNoteFor } from '#server/selling/pay-note.ts'
import { readSelling } from '#server/selling/read-selling.ts'
import { findCheckout } from './details/queries.ts'
import { findOrder, listLinesOfOrder } from './queries.ts'

/**
 * Queues two mails about a new order: a confirmation for the customer and a notice for the shop. It must run in the
 * transaction that inserts the order.
 */
export async function queueOrderMails(tx: Db, { id, email, customer, total_cents }: OrderRow): Promise<void> {
  const total = formatMoney(total_cents)
  await queueMails(tx, [
    {
      recipient: email,
      replyTo: null,
      subject: `Your order for ${total}`,
      data: { template: 'order-confirmation', orderId: id },
    },
    {
      recipient: null,
      replyTo: email,
      subject: `New order: ${total}, ${customer}`,
      data: { template: 'new-order', orderId: id },
    },
  ])
}

/**
 * Returns whether the confirmation of an order was not sent yet. It is rendered when it is sent, so it will say whether the
 * order is paid.
 */
export function isConfirmationWaiting(tx: Db, { id, email }: OrderRow): Promise<boolean> {
  return isQueued(tx, email, { template: 'order-confirmation', orderId: id })
}

/**
 * Returns what the mails say about an order: the customer, the order lines, the total, and what the customer agreed to
 * in the checkout. Returns null if there is no order with this id.
 */
export async function readReceipt(db: Db, orderId: string): Promise<Receipt | null> {
  const order = await findOrder(db, orderId)
  if (!order) return null
  const lines = await listLinesOfOrder(db, order)
  const checkout = await findCheckout(db, order)
  return {
    orderId,
    number: order.number,
    state: order.state,
    trackingUrl: order.tracking_url,
    checkout,
    payLaterNote: order.state === 'waiting' ? payNoteFor(await readSelling(db), checkout?.method.kind) : '',
    customer: order.customer,
    email: order.email,
    orderedAt: order.created_at,
    lines: lines.map(({ id, product_name, brand, bag, price_cents, weight_grams, grind }) => ({
      id,
      name: product_name,
      soldAs: brand ?? bag,
      price: toPrice(price_cents),
      weight: weight_grams ?? undefined,
      grind: grind ?? undefined,
    })),
    total: toPrice(order.total_cents),
  }
}
