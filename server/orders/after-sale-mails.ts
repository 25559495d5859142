import { formatMoney, toPrice } from '#contract/values/money.ts'
import { queueMails } from '#server/mail/queue-mail.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import type { PaymentRow, RefundRow } from '#server/tables/payment-rows.ts'
import { findCustomer } from './queries.ts'

/*
 * The mails about an order after the sale. Each must be queued in the same transaction as the change that it is about.
 */

/** The mails about a new state of an order. */
export type MoveTemplate =
  | 'order-sent'
  | 'order-ready'
  | 'order-cancelled'
  | 'payment-received'
  | 'payment-taken-back'

/** What each of these mails says in its subject about the order with this number. */
const SUBJECTS: Record<MoveTemplate, (number: number) => string> = {
  'order-sent': (number) => `Order ${number} is on its way`,
  'order-ready': (number) => `Order ${number} is ready for pickup`,
  'order-cancelled': (number) => `Order ${number} was cancelled`,
  'payment-received': (number) => `Your payment for order ${number} has arrived`,
  'payment-taken-back': (number) => `Your payment for order ${number} has not arrived yet`,
}

/**
 * Queues the mail that an order was sent, that a pickup is ready, that an order was cancelled, or whether its payment has
 * arrived.
 */
export async function queueMoveMail(
  tx: Db,
  { id, email, number }: OrderRow,
  template: MoveTemplate,
): Promise<void> {
  const subject = SUBJECTS[template](number)
  await queueMails(tx, [{ recipient: email, replyTo: null, subject, data: { template, orderId: id } }])
}

/** An amount that is refunded. If it `isByHand`, the shop transfers the money itself, without a payment gateway. */
type RefundNews = { cents: number; isByHand: boolean }

/** Queues the mail that tells the customer about a refund. */
export async function queueRefundMail(
  tx: Db,
  { id, email, number }: OrderRow,
  { cents, isByHand }: RefundNews,
): Promise<void> {
  const amount = toPrice(cents)
  await queueMails(tx, [
    {
      recipient: email,
      replyTo: null,
      subject: `Your refund of ${formatMoney(cents)} for order ${number}`,
      data: { template: 'order-refunded', orderId: id, amount, isByHand },
    },
  ])
}

type LateRefund = {
  payment: Pick<PaymentRow, 'user_id' | 'currency'>
  refund: Pick<RefundRow, 'amount_cents'>
}

/**
 * Queues two mails about money that arrived for a failed payment and was refunded: one for the customer and a notice for
 * the shop. Queues none if nobody knows the customer.
 */
export async function queueLateRefundMails(tx: Db, { payment, refund }: LateRefund): Promise<void> {
  const customer = await findCustomer(tx, payment.user_id)
  if (!customer) return
  const { name, email } = customer
  const amount = formatMoney(refund.amount_cents, payment.currency ?? undefined)
  await queueMails(tx, [
    {
      recipient: email,
      replyTo: null,
      subject: `Your payment of ${amount} was refunded`,
      data: { template: 'late-refund', name, amount },
    },
    {
      recipient: null,
      replyTo: email,
      subject: `A late payment was refunded, ${name}`,
      data: { template: 'late-refund-notice', name, email, amount },
    },
  ])
}

export type BankDebit = {
  payment: Pick<PaymentRow, 'user_id' | 'amount_cents'>
  state: 'authorised' | 'refused'
}

/**
 * Queues the mail to a customer who has authorised a bank debit, or whose bank has refused it. There is no order before
 * the money has arrived.
 */
export async function queueBankDebitMail(tx: Db, { payment, state }: BankDebit): Promise<void> {
  const customer = await findCustomer(tx, payment.user_id)
  if (!customer) return
  const { name, email } = customer
  const total = formatMoney(payment.amount_cents)
  const isRefused = state === 'refused'
  await queueMails(tx, [
    {
      recipient: email,
      replyTo: null,
      subject: isRefused ? `Your payment of ${total} was refused` : `Your payment of ${total} is on its way`,
      data: {
        template: isRefused ? 'debit-refused' : 'debit-authorised',
        name,
        amount: toPrice(payment.amount_cents),
      },
    },
  ])
}

/** Queues the mail that tells the shop that a customer has cancelled an order that was not paid. */
export async function queueCancellationNotice(
  tx: Db,
  { id, email, number, customer }: OrderRow,
): Promise<void> {
  const subject = `Order ${number} was cancelled, ${customer}`
  const data = { template: 'cancellation-notice', orderId: id } as const
  await queueMails(tx, [{ recipient: null, replyTo: email, subject, data }])
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
