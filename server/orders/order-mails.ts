import { shownEmail } from '#contract/values/mails.ts'
import type { Receipt } from '#contract/values/mails.ts'
import { formatMoney, toAmountText } from '#contract/values/money.ts'
import { isQueued, queueMails } from '#server/mail/queue-mail.ts'
import type { MailData, NewMail } from '#server/mail/queue-mail.ts'
import { cutOffOn } from '#server/selling/cut-off.ts'
import { payNoteFor, readSelling } from '#server/selling/read-selling.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow, UserRow } from '#server/tables.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { transferOf } from './bank-transfer.ts'
import { findCheckout } from './details/queries.ts'
import { fullPrice } from './lists/ordered-lines.ts'
import { linesOf } from './lists/queries.ts'
import { findCustomer, findOrder } from './queries.ts'

/*
 * The mails about an order. Each must be queued in the same transaction as the change that it is about.
 */

/**
 * Queues two mails about a new order: a confirmation for the customer and a notice for the shop. A sale to a customer without
 * an email address needs neither, because the staff have just made it.
 */
export async function queueOrderMails(
  tx: Db,
  order: OrderRow,
  { currency, isRenewal }: { currency: string; isRenewal: boolean },
): Promise<void> {
  if (shownEmail(order.email) === '') return
  const total = formatMoney(order.total_cents, currency)
  const orderId = order.id
  // The delivery of a gift was paid before.
  const next =
    order.total_cents === 0 ? 'Your next delivery' : `The next delivery of your subscription, ${total}`
  const subject = isRenewal ? next : `Your order for ${total}`
  await queueMails(tx, [
    toCustomer(order, subject, { template: 'order-confirmation', orderId }),
    toShop(order, `New order: ${total}, ${order.customer}`, { template: 'new-order', orderId }),
  ])
}

/** For each mail about a new state of an order, its subject for the order with this number. */
const stateSubjects = {
  'order-sent': (number: number) => `Order ${number} is on its way`,
  'order-corrected': (number: number) => `Order ${number} was corrected`,
  'order-tracking': (number: number) => `Follow the parcel of order ${number}`,
  'order-ready': (number: number) => `Order ${number} is ready for pickup`,
  'order-cancelled': (number: number) => `Order ${number} was cancelled`,
  'order-reopened': (number: number) => `Order ${number} is open again`,
  'payment-received': (number: number) => `Your payment for order ${number} has arrived`,
  'payment-taken-back': (number: number) => `Your payment for order ${number} has not arrived yet`,
}

export type StateTemplate = keyof typeof stateSubjects

/** Returns whether a mail about an order was not sent yet. It is rendered when it is sent, so it will say what is new. */
export function isMailWaiting(
  tx: Db,
  { id, email }: OrderRow,
  template: StateTemplate | 'order-confirmation',
): Promise<boolean> {
  return isQueued(tx, email, { template, orderId: id })
}

/** Queues the mail that tells the customer about a new state of an order or of its payment. */
export function queueStateMail(tx: Db, order: OrderRow, template: StateTemplate): Promise<void> {
  const subject = stateSubjects[template](order.number)
  return queueMails(tx, [toCustomer(order, subject, { template, orderId: order.id })])
}

/** Queues the mail with what the shop writes to the customer about an order. */
export function queueNoteMail(tx: Db, order: OrderRow, note: string): Promise<void> {
  const data = { template: 'order-note', orderId: order.id, note } as const
  return queueMails(tx, [toCustomer(order, `A note about your order ${order.number}`, data)])
}

/** Queues the mail that tells the shop that a customer has cancelled an order that was not paid. */
export function queueCancellationNotice(tx: Db, order: OrderRow): Promise<void> {
  const subject = `Order ${order.number} was cancelled, ${order.customer}`
  return queueMails(tx, [toShop(order, subject, { template: 'cancellation-notice', orderId: order.id })])
}

/** Queues two mails about a withdrawal: a confirmation for the customer and a notice for the shop. */
export function queueWithdrawalMails(tx: Db, order: OrderRow): Promise<void> {
  const { id: orderId, number, customer } = order
  const subject = `We have your withdrawal from order ${number}`
  return queueMails(tx, [
    toCustomer(order, subject, { template: 'withdrawal-received', orderId }),
    toShop(order, `Withdrawal from order ${number}, ${customer}`, { template: 'withdrawal-notice', orderId }),
  ])
}

/**
 * Queues the mail that tells the customer about a refund. It `isByHand` if the shop transfers the money itself, without a
 * payment gateway.
 */
export function queueRefundMail(
  tx: Db,
  order: OrderRow,
  { cents, currency, isByHand }: { cents: number; currency: string; isByHand: boolean },
): Promise<void> {
  const subject = `Your refund of ${formatMoney(cents, currency)} for order ${order.number}`
  const amount = toAmountText(cents, currency)
  const data = { template: 'order-refunded', orderId: order.id, amount, isByHand } as const
  return queueMails(tx, [toCustomer(order, subject, data)])
}

/**
 * Queues two mails about money that arrived for a failed payment and was refunded: one for the customer and a notice for
 * the shop. Queues none if nobody knows the customer.
 */
export async function queueLateRefundMails(
  tx: Db,
  { user_id }: Pick<PaymentRow, 'user_id'>,
  { cents, currency }: { cents: number; currency: string },
): Promise<void> {
  const customer = await findCustomer(tx, user_id)
  if (!customer) return
  const { name, email } = customer
  const amount = formatMoney(cents, currency)
  const notice = { template: 'late-refund-notice', name, email, amount } as const
  await queueMails(tx, [
    toCustomer(customer, `Your payment of ${amount} was refunded`, { template: 'late-refund', name, amount }),
    toShop(customer, `A late payment was refunded, ${name}`, notice),
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
export async function queueBankDebitMail(
  tx: Db,
  { payment, state }: BankDebit,
  currency: string,
): Promise<void> {
  const customer = await findCustomer(tx, payment.user_id)
  if (!customer) return
  const total = formatMoney(payment.amount_cents, currency)
  const amount = toAmountText(payment.amount_cents, currency)
  const subject = `Your payment of ${total} ${state === 'refused' ? 'was refused' : 'is on its way'}`
  await queueMails(tx, [
    toCustomer(customer, subject, { template: `debit-${state}`, name: customer.name, amount }),
  ])
}

type Recipient = Pick<UserRow, 'email'>

function toCustomer({ email }: Recipient, subject: string, data: MailData): NewMail {
  return { recipient: email, replyTo: null, subject, data }
}

/** Returns a mail to the owner of the shop, whose reply goes to the customer. */
export function toShop({ email }: Recipient, subject: string, data: MailData): NewMail {
  return { recipient: null, replyTo: email, subject, data }
}

/**
 * Returns what the mails say about an order: the customer, the order lines, the total, and what the customer agreed to
 * in the checkout. Returns null if there is no order with this id.
 */
export async function readReceipt(db: Db, orderId: string): Promise<Receipt | null> {
  const order = await findOrder(db, orderId)
  if (!order) return null
  const lines = (await linesOf(db, [order.payment_id])).get(order.payment_id) ?? []
  const checkout = await findCheckout(db, order)
  const selling = await readSelling(db)
  const { gateway, subscription } = await readPayment(db, order)
  const roastOn = checkout?.promise?.roastOn
  const cutOffs = { cutOff: selling.roasting.cutOff, timeZone: selling.timeZone }
  return {
    orderId,
    number: order.number,
    state: order.state,
    trackingUrl: order.tracking_url,
    carrier: order.carrier,
    trackingNumber: order.tracking_number,
    withdrawnAt: order.withdrawn_at,
    ...(subscription === 'renewal' && { renewal: { payBy: roastOn ? cutOffOn(roastOn, cutOffs) : null } }),
    checkout,
    payLaterNote: order.state === 'waiting' ? payNoteFor(selling, gateway) : '',
    transfer: transferOf({ ...order, gateway }, selling),
    customer: order.customer,
    email: shownEmail(order.email),
    orderedAt: order.created_at,
    lines: lines.map((line) => ({
      id: line.id,
      name: line.product_name,
      soldAs: line.brand ?? line.bag,
      price: toAmountText(fullPrice(line), selling.currency),
      weight: line.weight_grams ?? undefined,
      grind: line.grind ?? undefined,
      everyWeeks: line.every_weeks ?? undefined,
      ...(line.roasters_choice === 1 && { roastersChoice: true }),
    })),
    total: toAmountText(order.total_cents, selling.currency),
    currency: selling.currency,
  }
}

type PaidWith = Pick<PaymentRow, 'gateway' | 'subscription'>

/** An old order can be without a payment. */
async function readPayment(db: Db, { payment_id }: Pick<OrderRow, 'payment_id'>): Promise<PaidWith> {
  const payment = db.selectFrom('payments').select(['gateway', 'subscription']).where('id', '=', payment_id)
  return (await payment.executeTakeFirst()) ?? { gateway: '', subscription: null }
}
