import type { DisputeEvent } from '#contract/values/mails.ts'
import { formatMoney, toPrice } from '#contract/values/money.ts'
import { queueMails } from '#server/mail/queue-mail.ts'
import type { ShopWrite } from '#server/shop-database.ts'
import type { DisputeRow, PaymentRow } from '#server/tables/payment-rows.ts'
import { findOrderOfPayment } from './queries.ts'

/** A dispute of a payment, or a warning about fraud, that is new or has ended. */
export type Disputed = { payment: Pick<PaymentRow, 'id' | 'user_id'>; dispute: DisputeRow }

/**
 * Queues the mail to the shop about a dispute of an order, and publishes that the order has changed. Must run in the
 * transaction that writes the dispute. A payment without an order is only on the payment desk.
 */
export async function reportDispute(
  { tx, publish }: ShopWrite,
  { payment, dispute }: Disputed,
  { sendsMail }: { sendsMail: boolean },
): Promise<void> {
  const order = await findOrderOfPayment(tx, payment)
  if (!order) return
  publish({ type: 'order-changed', userId: order.user_id })
  const event = eventOf(dispute)
  if (!event || !sendsMail) return
  const { amount_cents, due_at: dueAt } = dispute
  const { id: orderId, number, email } = order
  await queueMails(tx, [
    {
      recipient: null,
      replyTo: email,
      subject: `${SUBJECTS[event]}: order ${number}, ${formatMoney(amount_cents)}`,
      data: {
        template: 'dispute-notice',
        orderId,
        event,
        amount: toPrice(amount_cents),
        reason: reasonText(dispute.reason),
        dueAt,
      },
    },
  ])
}

const SUBJECTS: Record<DisputeEvent, string> = {
  opened: 'Dispute',
  won: 'Dispute won',
  lost: 'Dispute lost',
  warning: 'Warning about fraud',
}

/** The end of a warning is no news: the charge was refunded or is disputed. */
function eventOf({ kind, status }: DisputeRow): DisputeEvent | null {
  if (kind === 'warning') return status === 'open' ? 'warning' : null
  return status === 'open' ? 'opened' : status
}

/** Makes a code of the gateway readable: `product_not_received` becomes `product not received`. */
export function reasonText(code: string): string {
  return code.replaceAll('_', ' ')
}
