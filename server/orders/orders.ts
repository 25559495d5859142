import type { Problem } from '#contract/errors.ts'
import type { Address, Checkout } from '#contract/selling/settings.ts'
import type { Db, ShopDatabase, ShopWrite } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import type { RefundRow } from '#server/tables/payment-rows.ts'

/**
 * Who ends the payment of a waiting order, or makes it wait again, and what else is written with it. `by` is the user
 * id of the admin, or of the customer who cancels an own order. `at` is when the money arrived, if that is not now. `also`
 * is run in the transaction that changes the payment and the order, so that its writes, such as mails, are not lost if the
 * process is killed.
 */
export type Ending = { by: string; at?: number; also?: (write: ShopWrite) => Promise<void> }

/**
 * The functions of the domain `payments` that the functions for orders call. They are passed in instead of imported,
 * because `payments` imports `orders`.
 */
export type PaymentActions = {
  /** Refunds a payment or a part of it. `also` is run in the transaction that inserts the refund. */
  refund: (request: {
    paymentId: string
    amountCents: number
    by: string
    also?: (write: ShopWrite) => Promise<void>
  }) => Promise<RefundRow | Problem>
  /** Marks the payment of a waiting order as paid, and the order with it. */
  markPaid: (paymentId: string, ending: Ending) => Promise<unknown>
  /** Takes back that a payment was marked as paid. Its order waits for the payment again. */
  takeBackPayment: (paymentId: string, ending: Ending) => Promise<unknown>
  /** Ends the payment of a waiting order, and cancels the order with it. */
  cancelAttempt: (paymentId: string, ending: Ending) => Promise<unknown>
  /** Makes the payment of a cancelled order pending again, and the order with it. */
  reopen: (paymentId: string, ending: Ending) => Promise<unknown>
}

/** The database, the functions of payments and the setting for mails that the functions for orders share. */
export type Orders = {
  database: ShopDatabase
  payments: PaymentActions
  /**
   * Returns a checkout with another address, or a problem if the order cannot go there. It is a function of the domain
   * `checkout`, which imports `payments`.
   */
  withAddress: (checkout: Checkout, address: Address) => Checkout | Problem
  /**
   * Deletes the links to a guest's subscriptions that were mailed, and mails a new code of a gift that was bought with the order.
   * It is a function of the domain `subscriptions`, which imports `orders`.
   */
  replaceMailed: (tx: Db, order: OrderRow, shop: { sendsMail: boolean }) => Promise<void>
  /**
   * Called in the transaction in which a customer withdraws from an order that is not cancelled by it. It is a function of the
   * domain `subscriptions`.
   */
  onWithdrawn: (write: ShopWrite, order: OrderRow, shop: { sendsMail: boolean }) => Promise<void>
  /** Returns the currency of the shop. */
  currency: (tx?: Db) => Promise<string>
  /** Whether the shop can send mails. If not, no mails are queued. */
  sendsMail: boolean
}
