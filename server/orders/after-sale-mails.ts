import { toPrice } from '#contract/values/money.ts'
import { queueMails } from '#server/mail/queue-mail.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'

/*
 * The mails about an order after the sale. Each must be queued in the same transaction as the change that it is about.
 */

/** Queues the mail to the customer about an order that was sent or, for a pickup, that is ready. */
export async function queueMoveMail(tx: Db, { id, email, number, state }: OrderRow): Promise<void> {
  const isReady = state === 'ready'
  await queueMails(tx, [
    {
      recipient: email,
      replyTo: null,
      subject: isReady ? `Order ${number} is ready for pickup` : `Order ${number} is on its way`,
      data: { template: isReady ? 'order-ready' : 'order-sent', orderId: id },
    },
  ])
}

/** Queues the mail to the customer about a refund of the amount `cents`. */
export async function queueRefundMail(tx: Db, { id, email, number }: OrderRow, cents: number): Promise<void> {
  const amount = toPrice(cents)
  await queueMails(tx, [
    {
      recipient: email,
      replyTo: null,
      subject: `Your refund of $${amount} for order ${number}`,
      data: { template: 'order-refunded', orderId: id, amount },
    },
  ])
}

/** Queues two mails about a withdrawal: a confirmation for the customer and a notice for the shop. */
export async function queueWithdrawalMails(tx: Db, order: OrderRow): Promise<void> {
  const { id, email, number, customer } = order
  await queueMails(tx, [
    {
      recipient: email,
      replyTo: null,
      subject: `We have your withdrawal from order ${number}`,
      data: { template: 'withdrawal-received', orderId: id },
    },
    {
      recipient: null,
      replyTo: email,
      subject: `Withdrawal from order ${number}, ${customer}`,
      data: { template: 'withdrawal-notice', orderId: id },
    },
  ])
}
