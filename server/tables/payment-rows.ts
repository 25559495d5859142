import { isByHand } from '#contract/selling/gateways.ts'

/** Returns whether an admin marks the payment as paid, because its money does not go through this program. */
export function isPaidByHand({ gateway }: Pick<PaymentRow, 'gateway'>): boolean {
  return isByHand(gateway)
}

/** The reason of a payment that the customer has cancelled. */
export const CANCELLED_BY_CUSTOMER = 'You cancelled the payment.'

/** The beginning of the reason of a payment for which money of another amount or currency has arrived. */
export const WRONG_AMOUNT = 'Another amount has arrived'

/**
 * An attempt to pay. `kind` is `single` for a payment for one line, and `full` for a full order. `reference` is the
 * gateway's id of a successful payment. `reason` says why a payment failed, or that another amount
 * has arrived for it.
 */
export type PaymentRow = {
  id: string
  idempotency_key: string
  user_id: string
  kind: 'single' | 'full'
  amount_cents: number
  gateway: string
  status: 'pending' | 'succeeded' | 'failed'
  reference: string | null
  reason: string | null
  created_at: number
  settled_at: number | null
  /** The gateway's id of the page on which the customer completes the payment, or null. */
  session: string | null
  /** The URL of the page on which the customer has to complete the payment, or null. */
  url: string | null
  /** 1 if the customer has agreed to a checkout, otherwise 0. Null for a payment of an older version. */
  has_checkout: number | null
  /** What the payment took from all stocks, bags and grams added up. Null for a payment of an older version. */
  taken_stock: number | null
  /** What the gateway has kept as its fee, in the smallest unit of `fee_currency`, or null if that is not known. */
  fee_cents: number | null
  fee_currency: string | null
  /** The currency of `amount_cents` and of the refunds, or null if it is the currency of the shop. */
  currency: string | null
  /**
   * What has arrived instead of `amount_cents`, in the smallest unit of `arrived_currency`, and the gateway's id of it.
   * Null if no other amount has arrived, or if an older version has found it.
   */
  arrived_cents: number | null
  arrived_currency: string | null
  arrived_reference: string | null
  /** The network from which the payment was started, for an hour, or null. */
  network: string | null
  /** `first` if the order begins subscriptions, `renewal` if they have placed it, `gift` if it is one, or null. */
  subscription: 'first' | 'renewal' | 'gift' | null
  /** The mandate with which a renewal is charged from `due_at` on, or null. */
  mandate_id: string | null
  due_at: number | null
  /** How many charges of a renewal were declined, or null. */
  tries: number | null
  /** When the open charge of a renewal was begun, or null if none is open. */
  begun_at: number | null
}

/**
 * A refund of a payment, or of a part of it. A refund that the shop makes is inserted before the gateway is asked, and
 * its id is the idempotency key. `created_by` is the id of the admin. It is null if the shop refunded a late payment by
 * itself, or if the refund was made on the gateway's website.
 */
export type RefundRow = {
  id: string
  payment_id: string
  amount_cents: number
  status: PaymentRow['status']
  reference: string | null
  reason: string | null
  created_by: string | null
  created_at: number
  settled_at: number | null
  /** When an admin took the failed refund off the payment desk, or null. */
  dismissed_at: number | null
}

/**
 * A dispute of a charge, or a warning of the card's bank that a charge may be fraud. `id` is that of the gateway. A
 * warning is `won` when nothing can be done about it any more. The seller must answer a dispute before `due_at`.
 */
export type DisputeRow = {
  id: string
  payment_id: string
  kind: 'dispute' | 'warning'
  status: 'open' | 'won' | 'lost'
  amount_cents: number
  reason: string
  due_at: number | null
  created_at: number
  settled_at: number | null
  /** When an admin took the dispute off the payment desk, or null. */
  dismissed_at: number | null
}

/** An event that a gateway has reported about a payment of this shop. */
export type GatewayEventRow = {
  gateway: string
  event_id: string
  type: string
  payment_id: string
  received_at: number
}
