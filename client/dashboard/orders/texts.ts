import type { Dispute } from '#contract/orders/order-details.ts'
import type { OrderState } from '#contract/values/states.ts'

/** The texts that say how an order was paid. The keys are the names of the payment gateways. */
const GATEWAYS: Record<string, string> = {
  stripe: 'Paid with Stripe',
  later: 'Marked as paid',
  instant: 'Paid at once, as in a demo',
}

/** The texts of the page of one order. The specification does not prescribe them. */
export const words = {
  number: (number: number) => `Order ${number}`,
  steps: 'Next step',
  forward: {
    waiting: '',
    paid: 'Mark as paid',
    packed: 'Mark as packed',
    sent: 'Mark as sent',
    ready: 'Ready for pickup',
    delivered: 'Mark as delivered',
    cancelled: 'Cancel order',
    refunded: '',
  } satisfies Record<OrderState, string>,
  back: (state: string) => `Back to ${state}`,
  moving: 'Saving…',
  moved: (number: number, state: string) => `Order ${number} is now: ${state}`,
  tracking: 'Tracking link',
  trackingHint: (sendsMail: boolean) =>
    `Optional. The customer finds it with the order${sendsMail ? ', and gets it by mail' : ''}.`,
  trackingWrong: 'A tracking link begins with https://',
  follow: 'Follow the parcel',
  isPaid: (number: number) => `Order ${number} is marked as paid`,
  takeBack: 'Take the payment back',
  paidTitle: (amount: string) => `Has ${amount} arrived?`,
  paidMore: (number: number) => `Order ${number} can be packed and sent then.`,
  paidMail: (email: string) => `${email} gets a mail that the payment has arrived.`,
  paidKeep: 'Not yet',
  takeBackTitle: (number: number) => `Take back the payment of order ${number}?`,
  takeBackMore: (amount: string) => `The order waits for ${amount} again, and stays reserved.`,
  takeBackMail: (email: string) => `${email} gets a mail that it was marked as paid by mistake.`,
  takeBackYes: 'Take it back',
  takeBackKeep: 'Keep it as paid',
  cancelTitle: (number: number) => `Cancel order ${number}?`,
  cancelMore: 'The customer has not paid it. Its products leave the cart. This cannot be undone.',
  cancelKeep: 'Keep the order',
  tellReady: 'Tell the customer that it is ready',
  toldReady: (number: number) => `The customer of order ${number} gets a mail that it is ready`,
  payAtPickup: 'This order can be packed now, and paid when the customer picks it up.',
  slip: 'Packing slip',
  receipt: 'Receipt',
  delivery: 'Delivery',
  customerNote: 'Note from the customer',
  payment: 'Payment',
  notPaidYet: 'The customer pays later. Nothing has arrived yet.',
  paidWith: (gateway: string) => GATEWAYS[gateway] ?? `Paid with ${gateway}`,
  reference: (reference: string) => `Reference: ${reference}`,
  refunds: 'Refunds',
  refundState: { pending: 'in progress', succeeded: 'refunded', failed: 'failed' },
  shopItself: 'the shop',
  refund: 'Refund',
  refundAmount: 'Amount to refund',
  refundHint: (left: string) => `${left} can be refunded. The whole amount also cancels the order.`,
  refundWrong: (left: string) => `This must be more than 0 and at most ${left}.`,
  refundTitle: (amount: string) => `Refund ${amount}?`,
  refundMore: (email: string) => `${email} gets the money back. This cannot be undone.`,
  byHandHint: 'Transfer it yourself; the shop only notes it.',
  byHandMore: (email: string) =>
    `Transfer it to ${email} yourself; the shop only notes it. This cannot be undone.`,
  byHandDone: (amount: string) =>
    `The refund of ${amount} is noted. Transfer it yourself; the shop only notes it.`,
  refundKeep: 'Do not refund',
  refunding: 'Refunding…',
  refunded: (amount: string) => `${amount} was refunded`,
  refundPending: (amount: string) => `The refund of ${amount} is in progress`,
  notes: 'Internal notes',
  notesHint: 'Only admins see these notes.',
  note: 'New note',
  addNote: 'Add note',
  noteNeeded: 'Write something first.',
  noteAdded: 'The note was added',
  refundReason: (reason: string) => `(${reason})`,
  disputes: {
    open: (amount: string, reason: string) =>
      `The customer disputes ${amount} at the bank (${reason}). Send nothing of this order.`,
    won: (amount: string) => `A dispute about ${amount} was decided for you.`,
    lost: (amount: string, reason: string) =>
      `A dispute about ${amount} was lost (${reason}). The bank has given the money back to the customer.`,
  } satisfies Record<Dispute['status'], (amount: string, reason: string) => string>,
  fraudWarning: (amount: string, reason: string) =>
    `The bank warns that the payment of ${amount} may be fraud (${reason}). A refund before it is sent avoids a dispute.`,
  disputeDue: (day: string) => `Answer it in Stripe's dashboard before ${day}.`,
  withdrawn: 'The customer has withdrawn from this order on',
} as const
