import type { DeskFault, DeskRepair } from '#contract/values/desk.ts'

export const words = {
  title: 'Payment desk',
  lead: 'What needs you: payments that do not add up, refunds that failed, disputes and warnings of fraud.',
  allGood: 'Nothing needs you',
  allGoodMore: 'Every payment adds up. A refund that fails, or a dispute, would appear here.',
  failed: 'The payments could not be loaded',
  loading: 'Loading the payments',
  faults: {
    'paid-without-order': 'The customer has paid, but there is no order.',
    'order-without-payment': 'There is an order, but the payment has not succeeded.',
    'paid-late': 'Money arrived after the payment had failed. The customer may have paid twice.',
    'unknown-charge': 'The gateway has charged a customer, but the shop has no order for it.',
    'refund-failed': 'A refund has failed. The customer still waits for the money.',
    'wrong-amount': 'The customer has paid another amount, or in another currency. No order was made.',
    'attempt-too-old': 'The outcome of this payment has been unknown for more than a day.',
    'disputed': 'The customer disputes this payment at the bank. Send nothing of the order.',
    'dispute-won': 'A dispute was decided for you. You keep the money.',
    'dispute-lost': 'A dispute was lost. The bank has given the money back to the customer.',
    'fraud-warning': 'The bank warns that this payment may be fraud. A refund now avoids a dispute.',
  } satisfies Record<DeskFault, string>,
  repairs: {
    ask: 'Ask the gateway again',
    refund: 'Refund',
    place: 'Place the order',
    close: 'Close and refund',
    dismiss: 'Dismiss',
  } satisfies Record<DeskRepair, string>,
  lookUp: (gateway: string) => `Look this payment up at the gateway (${gateway}).`,
  reason: (reason: string) => `Reason: ${reason}.`,
  due: (day: string) => `Answer the dispute in Stripe's dashboard before ${day}.`,
  order: (number: number) => `Order ${number}`,
  payment: (id: string, gateway: string) => `Payment ${id}, ${gateway}`,
  held: 'Bags held by open payments',
  heldMore:
    'These customers have begun to pay. Until they have paid or cancelled, no other customer can buy these bags.',
  holds: (bags: number, payments: number) =>
    `${bags} ${bags === 1 ? 'bag' : 'bags'} in ${payments} ${payments === 1 ? 'payment' : 'payments'}, since`,
  nobody: 'A deleted account',
  repairing: 'Working…',
  repaired: 'Done. The payment is checked again.',
  refundTitle: (amount: string) => `Refund ${amount}?`,
  refundMore: 'The customer gets the money back. This cannot be undone.',
  closeMore: (gateway: string) =>
    `There will be no order. The customer gets back what has arrived, and a mail about it, and can order again. If you have refunded it by hand at the gateway (${gateway}), it is not refunded twice.`,
  refundKeep: 'Do not refund',
} as const
