import type { Transfer } from '../orders/own-orders.ts'
import type { Checkout } from '../selling/settings.ts'
import type { Carrier } from './orders/carriers.ts'
import type { ShopDates } from './dates/shop-dates.ts'
import { NO_EMAIL } from './limits.ts'
import type { OrderState } from './states.ts'

/** Returns an email address as people see it: empty for a customer who has given none. */
export function shownEmail(email: string): string {
  return email.endsWith(NO_EMAIL) ? '' : email
}

/**
 * A line on a receipt. `soldAs` is the brand of a coffee or the category of a packet, or null if neither is known.
 * `price` is text, such as `12.50`, and `weight` is in grams.
 */
export type ReceiptLine = {
  id: string
  name: string
  soldAs: string | null
  price: string
  weight?: number | undefined
  grind?: string | undefined
  everyWeeks?: number | undefined
  roastersChoice?: boolean
}

/**
 * An order as mails show it. `total` is text in `currency`, such as `12.50`, and `orderedAt` is in UTC milliseconds.
 * `checkout` is null for an order without a checkout. `payLaterNote` says how to pay. It is empty if the order does
 * not wait for its payment.
 */
export type Receipt = {
  orderId: string
  number: number
  state: OrderState
  customer: string
  email: string
  orderedAt: number
  lines: ReceiptLine[]
  total: string
  currency: string
  checkout: Checkout | null
  payLaterNote: string
  /** The bank transfer for an order that waits for it, or null. */
  transfer: Transfer | null
  trackingUrl: string | null
  carrier: Carrier | null
  trackingNumber: string | null
  /**
   * Set if a subscription has placed the order. Its coffee is roasted as promised if the money has arrived until `payBy`, in
   * UTC milliseconds, which is null if no day was promised.
   */
  renewal?: { payBy: number | null }
  /** When the customer withdrew from the order, in UTC milliseconds, or null. */
  withdrawnAt: number | null
}

/** The templates of the mails about what happens to an order after it was placed. */
export type AfterSaleTemplate =
  | 'order-sent'
  | 'order-tracking'
  | 'order-corrected'
  | 'order-ready'
  | 'order-cancelled'
  | 'order-reopened'
  | 'payment-received'
  | 'payment-taken-back'
  | 'order-note'
  | 'order-refunded'
  | 'withdrawal-received'
  | 'withdrawal-notice'
  | 'cancellation-notice'
  | 'dispute-notice'

/** What has happened with a dispute: it was opened, won or lost, or the bank only warns that a payment may be fraud. */
export type DisputeEvent = 'opened' | 'won' | 'lost' | 'warning'

/**
 * What a mail says about a dispute. `amount` is text, such as `12.50`. It has to be answered until `dueAt`, a time in
 * UTC milliseconds, or null.
 */
export type DisputeFacts = { event: DisputeEvent; amount: string; reason: string; dueAt: number | null }

/** The templates of mails about an order that say nothing but what the order says. */
export type PlainOrderTemplate = Exclude<
  AfterSaleTemplate,
  'order-note' | 'order-refunded' | 'dispute-notice'
>

/** The templates of mails with nothing but a link that works once. */
export type PlainLinkTemplate = 'password-reset' | 'confirm-sign-up' | 'email-change-new'

/** What a mail about subscriptions says. */
export type SubscriptionEvent =
  | 'begun'
  | 'reminder'
  | 'declined'
  | 'confirm'
  | 'paused'
  | 'unpaid'
  | 'sold-out'
  | 'impossible'
  | 'price'
  | 'ended'
  | 'resumed'
  | 'link'
  | 'changed'
  | 'stopped'
  | 'gift'
  | 'gift-over'

/**
 * The facts in a mail about subscriptions. `amount` is text with its currency. `roastOn` is the roast day of a delivery, which
 * can be changed until `until`. `at` is when a card is charged again, or when a new price begins. Times are in UTC milliseconds.
 * `before` has the lines about the subscriptions before the shop changed them, and `reason` says why it ended them.
 */
export type SubscriptionFacts = {
  amount?: string
  roastOn?: string
  until?: number
  at?: number
  before?: string[]
  reason?: string
}

/** `coffees` are the lines about the subscriptions. */
export type SubscriptionMail = {
  template: 'subscription'
  event: SubscriptionEvent
  name: string
  coffees: string[]
} & SubscriptionFacts

/** The mail to the buyer of a gift. `recipient` is the name of the person who gets it. */
export type GiftMail = { template: 'gift'; name: string; recipient: string; deliveries: number }

/**
 * The data from which each mail template is rendered. `link` is an absolute URL, which works for `minutes`. A refund
 * `isByHand` if the shop transfers the money itself, without a payment gateway.
 */
export type MailProps =
  | { template: PlainLinkTemplate; name: string; link: string; minutes: number }
  | { template: 'email-change-old'; name: string; newEmail: string; link: string; minutes: number }
  | { template: 'withdrawal-link'; name: string; number: number; link: string; minutes: number }
  | { template: 'subscription-code'; name: string; code: string; minutes: number }
  | { template: 'watch-link'; name: string; product: string; link: string; minutes: number }
  | { template: 'address-taken'; link: string; resetLink: string }
  | { template: 'account-deleted'; name: string }
  | { template: 'order-confirmation'; receipt: Receipt; link: string }
  | { template: 'new-order'; receipt: Receipt; link: string }
  | { template: PlainOrderTemplate; receipt: Receipt; link: string }
  | ({ template: 'dispute-notice'; receipt: Receipt; link: string } & DisputeFacts)
  | { template: 'order-note'; receipt: Receipt; link: string; note: string }
  | { template: 'order-refunded'; receipt: Receipt; link: string; amount: string; isByHand: boolean }
  | { template: 'back-in-stock'; name: string; product: string; link: string }
  | (SubscriptionMail & { link: string; revokeLink: string })
  | (GiftMail & { code: string; link: string })
  | { template: 'debit-authorised'; name: string; amount: string; link: string }
  | { template: 'debit-refused'; name: string; amount: string; link: string }
  | { template: 'late-refund'; name: string; amount: string }
  | { template: 'late-refund-notice'; name: string; email: string; amount: string }

export type MailTemplate = MailProps['template']

/**
 * The shop as its mails show it. `address` is its postal address, and may be empty. `imprintUrl` is the absolute URL of
 * its imprint, or null if it has none. `accent` is the colour of its buttons, or empty for the colour of the design.
 */
export type MailShop = ShopDates & {
  name: string
  currency: string
  address: string
  imprintUrl: string | null
  accent: string
}

export type RenderedMail = { text: string; html: string }

/**
 * Returns the path of the page that shows a mail, relative to `/api`. An admin opens it in a browser, so the session
 * cookie identifies the admin.
 */
export function mailPath(id: string): string {
  return MAIL_PATH.replace('{id}', encodeURIComponent(id))
}

export const MAIL_PATH = '/outbox/{id}/mail'
