import type { DisputeEvent } from '#contract/values/mails.ts'
import { hello, plainName } from './notice-texts.ts'

type Disputed = { name: string; email: string; number: number; amount: string }

/** The texts of the mails. The first group is used in mails of several kinds. */
export const words = {
  linkTime: (minutes: number) => `The link works once, and for ${duration(minutes)}.`,
  code: {
    title: 'The code for your subscription',
    lead: (name: string) =>
      `${hello(name)} type this code on the page of your subscriptions to confirm your change:`,
    foot: 'If it was not you, tell the code to no one, and revoke the link in the newest mail about your subscriptions.',
  },
  codeTime: (minutes: number) => `The code works once, and for ${duration(minutes)}.`,
  takenTitle: 'You have an account already',
  takenLead:
    'We got a request to use this email address for an account. There is one with this address already, so nothing was changed.',
  takenButton: 'Log in',
  takenResetButton: 'Choose a new password',
  takenFoot: 'If it was not you, you need not do anything.',

  orderTitle: 'Thank you for your order',
  orderLead: (name: string) => `${hello(name)} we have your payment. This is what you bought:`,
  orderButton: 'See your order',
  orderNumber: (id: string, at: string) => `Order ${id}, ${at}`,
  orderFoot: 'Keep this mail as your receipt. You can reply to it if something is not right.',

  backTitle: (product: string) => `${product} is back`,
  backLead: (name: string, product: string) =>
    `${hello(name)} you asked us to tell you when ${product} can be bought again. It can, while there is some left.`,
  backButton: 'See it in the shop',
  backFoot: 'You get this mail once, because you asked for it. You need not do anything.',

  newOrderTitle: 'A new order',
  newOrderLead: (name: string, email: string) => `${plainName(name)} (${email}) has paid for:`,

  orderPlace: (number: number) => `Your order has the number ${number}.`,
  newOrderPlace: (number: number) => `The order has the number ${number}.`,
  waitingLead: (name: string) =>
    `${hello(name)} we have your order and wait for your payment. This is what you ordered:`,
  renewalTitle: 'The next delivery of your subscription',
  giftLead: (name: string) => `${hello(name)} this is what comes next, and it is paid already:`,
  renewalLead: (name: string) => `${hello(name)} we have your payment. This is what comes next:`,
  renewalWaitingLead: (name: string, payBy: string | null) =>
    `${hello(name)} the next delivery of your subscription is ordered, and waits for your payment${payBy === null ? '' : `. Please pay so that we have it by ${payBy}; if it comes later, we roast on the roast day after that`}. This is what comes:`,
  newWaitingLead: (name: string, email: string) =>
    `${plainName(name)} (${email}) has ordered, and pays later:`,
  howToPay: (number: number) => `Please pay as described here, and give the number ${number} of your order:`,
  transfer: {
    holder: (name: string) => `To: ${name}`,
    iban: (iban: string) => `IBAN: ${iban}`,
    amount: (amount: string) => `Amount: ${amount}`,
    reference: (reference: string) => `Reference: ${reference}`,
  },
  deliveredBy: (method: string) => `Delivery: ${method}`,
  customerNote: (note: string) => `Note: ${note}`,

  trackButton: 'Follow your parcel',
  trackingNumber: (number: string) => `Tracking number: ${number}`,
  /** The mails to the customer about an order. The amount is that of the order or of the refund. */
  afterSale: {
    'order-sent': {
      title: 'Your order is on its way',
      lead: (name: string, number: number) => `${hello(name)} we have sent your order ${number}:`,
    },
    'order-note': {
      title: 'A note about your order',
      lead: (name: string, number: number) => `${hello(name)} this is about your order ${number}:`,
    },
    'order-corrected': {
      title: 'Your order was corrected',
      lead: (name: string, number: number) =>
        `${hello(name)} we have corrected the address of your order ${number}. This is what we have now:`,
    },
    'order-tracking': {
      title: 'Follow your parcel',
      lead: (name: string, number: number) => `${hello(name)} you can follow your order ${number} here:`,
    },
    'order-ready': {
      title: 'Your order is ready',
      lead: (name: string, number: number) => `${hello(name)} you can pick up your order ${number}:`,
    },
    'order-cancelled': {
      title: 'Your order was cancelled',
      lead: (name: string, number: number) =>
        `${hello(name)} your order ${number} is cancelled. You need not pay for it. If you have already paid, reply to this mail.`,
    },
    'order-reopened': {
      title: 'Your order is open again',
      lead: (name: string, number: number) =>
        `${hello(name)} your order ${number} was cancelled, and is open again. We keep it for you until you have paid.`,
    },
    'payment-received': {
      title: 'Your payment has arrived',
      lead: (name: string, number: number, amount: string) =>
        `${hello(name)} we have your payment of ${amount} for order ${number}. Thank you.`,
    },
    'payment-taken-back': {
      title: 'Your payment has not arrived yet',
      lead: (name: string, number: number, amount: string) =>
        `${hello(name)} we wrote that we have your payment of ${amount} for order ${number}. That was our mistake: it has not arrived yet. The order stays reserved for you. If you have paid already, reply to this mail.`,
    },
    'order-refunded': {
      title: 'Your refund',
      lead: (name: string, number: number, amount: string) =>
        `${hello(name)} we have refunded ${amount} for your order ${number}. Your bank may take some days to show it.`,
    },
    'withdrawal-received': {
      title: 'We have your withdrawal',
      lead: (name: string, number: number) =>
        `${hello(name)} you have withdrawn from your order ${number}. We write to you about the return and the refund.`,
    },
  },
  withdrawnAt: (at: string) => `We received your withdrawal on ${at}.`,
  refundByHandLead: (name: string, number: number, amount: string) =>
    `${hello(name)} we refund ${amount} for your order ${number}.`,
  payAtPickup: (amount: string) =>
    `You pay the amount of ${amount} when you pick it up, unless you have paid already.`,
  notices: {
    'withdrawal-notice': {
      title: 'A customer has withdrawn',
      lead: (name: string, email: string, number: number) =>
        `${plainName(name)} (${email}) has withdrawn from order ${number}. Refund it once you have agreed on the return.`,
    },
    'cancellation-notice': {
      title: 'A customer has cancelled an order',
      lead: (name: string, email: string, number: number) =>
        `${plainName(name)} (${email}) has cancelled order ${number} and has not paid for it. Its stock is back.`,
    },
  },
  noticeButton: 'Open the order',
  disputes: {
    opened: {
      title: 'A customer disputes a payment',
      lead: ({ name, email, number, amount }) =>
        `${plainName(name)} (${email}) disputes ${amount} of order ${number} at the bank. Send nothing of it before you have looked at the dispute in Stripe's dashboard.`,
    },
    won: {
      title: 'A dispute was decided for you',
      lead: ({ name, number, amount }) =>
        `The dispute about ${amount} of order ${number}, ${plainName(name)}, is over. You keep the money.`,
    },
    lost: {
      title: 'A dispute was decided against you',
      lead: ({ name, number, amount }) =>
        `The dispute about ${amount} of order ${number}, ${plainName(name)}, is over. The bank has given the money back to the customer.`,
    },
    warning: {
      title: 'A payment may be fraud',
      lead: ({ name, email, number, amount }) =>
        `The bank of the card warns that the payment of ${amount} for order ${number}, ${plainName(name)} (${email}), may be fraud. If you refund it before you send anything, you avoid a dispute and its fee.`,
    },
  } satisfies Record<DisputeEvent, { title: string; lead: (facts: Disputed) => string }>,
  disputeReason: (reason: string) => `The bank gives this reason: ${reason}.`,
  disputeDue: (day: string) =>
    `Answer the dispute in Stripe's dashboard before ${day}. Otherwise it is lost.`,
} as const

function duration(minutes: number): string {
  if (minutes >= 120) return `${Math.round(minutes / 60)} hours`
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
