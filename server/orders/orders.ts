import type { Problem } from '#contract/errors.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { RefundRow } from '#server/tables.ts'

/**
 * What the functions for orders need of payments. `by` is the id of the admin. The functions are passed in, because
 * payments import orders, and not the other way round.
 */
export type PaymentActions = {
  refund: (request: { paymentId: string; amountCents: number; by: string }) => Promise<RefundRow | Problem>
  /** Marks the payment of a waiting order as paid, and the order with it. */
  markPaid: (paymentId: string, by: string) => Promise<unknown>
  /** Ends the payment of a waiting order, and cancels the order with it. */
  cancelAttempt: (paymentId: string, by: string) => Promise<unknown>
}

/** The database and the settings that the functions for orders share. */
export type Orders = {
  database: ShopDatabase
  payments: PaymentActions
  /** Whether the shop can send mails. If not, none are queued. */
  sendsMail: boolean
}
