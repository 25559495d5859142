/**
 * What can be wrong with a payment. `paid-late` means that money arrived after the payment had failed, for example
 * because the customer paid twice. `unknown-charge` means that the gateway has charged for a payment that the shop does
 * not have, for example because a backup was restored. `wrong-amount` means that money of another amount or currency has
 * arrived.
 */
export const deskFaults = [
  'paid-without-order',
  'order-without-payment',
  'paid-late',
  'unknown-charge',
  'refund-failed',
  'wrong-amount',
  'attempt-too-old',
  'disputed',
  'dispute-won',
  'dispute-lost',
  'fraud-warning',
] as const

export type DeskFault = (typeof deskFaults)[number]

/**
 * How an admin can repair a fault: ask the gateway again, pay the money back, place the order, or close a payment without
 * an order and pay back what has arrived. `dismiss` takes an entry off the desk, and changes nothing else.
 */
export const deskRepairs = ['ask', 'refund', 'place', 'close', 'dismiss'] as const

export type DeskRepair = (typeof deskRepairs)[number]
