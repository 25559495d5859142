import type { Problem } from '#contract/errors.ts'
import type { DisputeEvent } from '#contract/values/mails.ts'
import { formatMoney, toAmountText } from '#contract/values/money.ts'
import { isByHand } from '#contract/selling/gateways.ts'
import { giveBackUses } from '#server/discounts/claim-uses.ts'
import { queueMails } from '#server/mail/queue-mail.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import { unpackLots } from '#server/lots/pack-lots.ts'
import { giveBackStock } from '#server/stock/hold-stock.ts'
import type { OrderRow } from '#server/tables.ts'
import type { DisputeRow, PaymentRow, RefundRow } from '#server/tables/payment-rows.ts'
import type { SavedCard } from '#server/tables/subscription-rows.ts'
import {
  queueBankDebitMail,
  queueLateRefundMails,
  queueOrderMails,
  queueRefundMail,
  queueStateMail,
  toShop,
} from './order-mails.ts'
import type { BankDebit } from './order-mails.ts'
import { findOrderOfPayment, lockOrder } from './queries.ts'

/** What the domain `payments` calls, each function in the transaction that writes what has happened. */
export type PaymentHooks = {
  /** Called with each new order, paid or waiting, and its payment. */
  onOrderPlaced: (tx: Db, order: OrderRow, payment: Pick<PaymentRow, 'subscription'>) => Promise<void>
  /** Called when a customer has authorised a bank debit, which takes days, and when the bank has refused it. */
  onBankDebit: (tx: Db, debit: BankDebit) => Promise<void>
  /** Called when a gateway refuses the shop's key, at most about once a day. */
  onKeyRefused: (tx: Db) => Promise<void>
  /** Called when strangers are refused because somebody may be trying stolen cards, at most once a day. */
  onCardTesting: (tx: Db) => Promise<void>
  /** Called when an order is paid that begins subscriptions, that subscriptions have placed, or that is a gift. */
  onSubscriptionPaid: (write: ShopWrite, paid: SubscriptionPaid) => Promise<void>
  /**
   * Called when the payment of an order that had begun subscriptions, or of a gift, was taken back, and when the shop has
   * cancelled a renewal whose transfer did not come. Returns a problem if a payment cannot be taken back.
   */
  onSubscriptionUnpaid: (
    write: ShopWrite,
    payment: Pick<PaymentRow, 'id' | 'subscription' | 'amount_cents'>,
  ) => Promise<Problem | void>
  /** Called when the saved card for a renewal was declined. Returns when it is charged again, or null if it is given up. */
  onRenewalDeclined: (write: ShopWrite, declined: RenewalDeclined) => Promise<number | null>
  /** Called with each successful refund. */
  onRefunded: (write: ShopWrite, refunded: Refunded) => Promise<void>
  /** Called with each dispute of a payment that is new or has ended. */
  onDisputed: (write: ShopWrite, disputed: Disputed) => Promise<void>
}

/**
 * The payment of a subscription that has succeeded `at` a time in UTC milliseconds. `saved` is the card that
 * the gateway has saved, or null.
 */
export type SubscriptionPaid = {
  payment: PaymentRow
  at: number
  saved: SavedCard | null
}

/** A renewal whose saved card was declined. `nextAt` is when that card can be charged again, or null if it cannot. */
export type RenewalDeclined = {
  payment: PaymentRow
  reason: string
  retry: 'later' | 'customer' | null
  nextAt: number | null
}

/** What `orders` adds to these hooks. The others are those of subscriptions. */
type OrderHooks = Omit<PaymentHooks, 'onSubscriptionPaid' | 'onSubscriptionUnpaid' | 'onRenewalDeclined'>

/** Whether the shop can send mails, and a function that returns its currency. */
type Setup = { sendsMail: boolean; currency: (tx: Db) => Promise<string> }

export function paymentHooks(setup: Setup): OrderHooks {
  const { sendsMail, currency } = setup
  const skip = async () => undefined
  return {
    onOrderPlaced: sendsMail
      ? async (tx, order, { subscription }) =>
          queueOrderMails(tx, order, { currency: await currency(tx), isRenewal: subscription === 'renewal' })
      : skip,
    onBankDebit: sendsMail ? async (tx, debit) => queueBankDebitMail(tx, debit, await currency(tx)) : skip,
    onKeyRefused: sendsMail ? queueKeyWarning : skip,
    onCardTesting: sendsMail ? queueCardTestingWarning : skip,
    onRefunded: (write, refunded) => recordRefund(write, refunded, setup),
    onDisputed: (write, disputed) => reportDispute(write, disputed, setup),
  }
}

/** Queues the mail that tells the owner that customers cannot pay. */
function queueKeyWarning(tx: Db): Promise<void> {
  return queueMails(tx, [
    {
      recipient: null,
      replyTo: null,
      subject: 'Customers cannot pay in your shop',
      text: 'A customer wanted to pay, but Stripe has refused the secret key of your shop. The key is wrong, was replaced, or lacks a permission. Nothing was charged. Set STRIPE_SECRET_KEY to a key that works, and restart the shop. "npm run doctor" tries the key.',
    },
  ])
}

/** Queues the mail that tells the owner that new customers must confirm their address. */
function queueCardTestingWarning(tx: Db): Promise<void> {
  return queueMails(tx, [
    {
      recipient: null,
      replyTo: null,
      subject: 'Somebody may be trying stolen cards in your shop',
      text: 'Within an hour, more than 50 payments by card were started in your shop and not completed, and far fewer were paid. Thieves find out in this way which stolen cards work. Until it is over, only customers with a confirmed email address or an earlier order can pay by card. Others can pay in the other ways that you offer. Look at the payments of this hour in Stripe, and refund those that look like fraud.',
    },
  ])
}

/**
 * A refund that has succeeded. `refundedCents` is the sum of all successful refunds of the payment, including this one.
 */
type Refunded = {
  payment: Pick<PaymentRow, 'id' | 'user_id' | 'amount_cents' | 'currency' | 'gateway' | 'status'>
  refund: Pick<RefundRow, 'amount_cents'>
  refundedCents: number
}

/**
 * Changes an order after a refund of its payment succeeded, and queues the mail about it. If nothing is left of the
 * payment, the order becomes `refunded`, unless it was cancelled before. Its stock is put back if it has not left the
 * shop.
 *
 * If the payment has failed, its money came late and belongs to no order. Then the mails are about that.
 */
async function recordRefund(
  { tx, publish }: ShopWrite,
  { payment, refund, refundedCents }: Refunded,
  setup: Setup,
): Promise<void> {
  const { sendsMail } = setup
  const currency = payment.currency ?? (await setup.currency(tx))
  const refunded = { cents: refund.amount_cents, currency }
  const order = await findOrderOfPayment(tx, payment)
  if (!order && payment.status === 'failed' && sendsMail) await queueLateRefundMails(tx, payment, refunded)
  if (!order) return
  if (refundedCents >= payment.amount_cents) await endOrder(tx, order)
  if (sendsMail && payment.amount_cents === 0) await queueStateMail(tx, order, 'order-cancelled')
  else if (sendsMail) await queueRefundMail(tx, order, { ...refunded, isByHand: isByHand(payment.gateway) })
  publish({ type: 'order-changed', userId: order.user_id })
}

/**
 * Makes an order `refunded`, unless it was cancelled. The order is locked first, so that its state before is known.
 */
async function endOrder(tx: Db, { id, payment_id }: OrderRow): Promise<void> {
  const before = await lockOrder(tx, id)
  if (!before || before.state === 'cancelled') return
  await tx.updateTable('orders').set({ state: 'refunded' }).where('id', '=', id).execute()
  if (!['paid', 'packed', 'ready'].includes(before.state)) return
  await unpackLots(tx, payment_id)
  await giveBackStock(tx, payment_id, 'returned')
  await giveBackUses(tx, payment_id)
}

/** A dispute of a payment, or a warning about fraud, that is new or has ended. */
type Disputed = { payment: Pick<PaymentRow, 'id' | 'user_id'>; dispute: DisputeRow }

/**
 * Queues the mail to the shop about a dispute of an order, and publishes that the order has changed. A payment without an
 * order is only on the payment desk.
 */
async function reportDispute(
  { tx, publish }: ShopWrite,
  { payment, dispute }: Disputed,
  { sendsMail, currency: currencyOf }: Setup,
): Promise<void> {
  const order = await findOrderOfPayment(tx, payment)
  if (!order) return
  publish({ type: 'order-changed', userId: order.user_id })
  const event = eventOf(dispute)
  if (!event || !sendsMail) return
  const { amount_cents, due_at: dueAt } = dispute
  const currency = await currencyOf(tx)
  const amount = toAmountText(amount_cents, currency)
  const facts = { event, amount, reason: reasonText(dispute.reason), dueAt }
  const subject = `${disputeSubjects[event]}: order ${order.number}, ${formatMoney(amount_cents, currency)}`
  await queueMails(tx, [toShop(order, subject, { template: 'dispute-notice', orderId: order.id, ...facts })])
}

const disputeSubjects: Record<DisputeEvent, string> = {
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
