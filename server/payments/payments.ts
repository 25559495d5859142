import type { Products } from '#server/catalogue/find-product.ts'
import { Lru } from '#server/platform/lru.ts'
import type { Db, ShopDatabase, ShopWrite } from '#server/shop-database.ts'
import type { OrderRow, PaymentRow, RefundRow } from '#server/tables.ts'
import type { Gateway } from './gateway.ts'
import { FROM_THE_OLDEST } from './queries.ts'
import type { Cursor } from './queries.ts'

/**
 * The outcome of a payment, or `checking` while the outcome is unknown. `redirect` means that the customer has to
 * complete the payment at `url`, a page of the gateway. `waiting` means that the order is placed and will be paid
 * later. `fullOrderId` is the id of the order, or null if only a single cart line was paid. `earlier` is set if another
 * request had already paid for the lines, so that this request charged nothing.
 */
export type PaymentOutcome =
  | { status: 'succeeded'; fullOrderId: string | null; earlier?: true }
  | { status: 'failed'; reason: string }
  | { status: 'checking' }
  | { status: 'redirect'; url: string }
  | { status: 'waiting'; orderId: string }

/** A refund that has succeeded. `refundedCents` is the sum of all successful refunds of the payment. */
export type Refunded = { payment: PaymentRow; refund: RefundRow; refundedCents: number }

/** The database, the payment gateways and the settings that the functions for payments share. */
export type Payments = {
  database: ShopDatabase
  products: Products
  /**
   * All configured payment gateways by name. A payment is always completed by the gateway with which it was started.
   */
  gateways: ReadonlyMap<string, Gateway>
  /** The payment gateway for new payments. */
  currentGateway: Gateway
  /**
   * The payments for which this process is waiting for a payment gateway now: a map from payment id to a promise of
   * the outcome.
   */
  inFlight: Map<string, Promise<PaymentOutcome>>
  /** The times in UTC milliseconds at which this process last asked a payment gateway, by payment id. */
  askedAt: Lru<string, number>
  /**
   * The last pending payment about which `reconcile` has asked a payment gateway. The next call of `reconcile`
   * continues with the payments after it.
   */
  reconciledUpTo: Cursor
  /**
   * The names of payment gateways that pending payments need but that are not configured. A name is added when it is
   * logged, so that it is logged only once.
   */
  missingGateways: Set<string>
  /** Called with each new order, paid or waiting, in the transaction that inserts the order. */
  onOrderPlaced: (tx: Db, order: OrderRow) => Promise<void>
  /** Called with each successful refund of an order, in the transaction that writes the outcome of the refund. */
  onRefunded: (write: ShopWrite, refunded: Refunded) => Promise<void>
  /**
   * The maximum time in milliseconds that a request waits for the outcome of a payment. After that the response is
   * `checking`, and the payment continues in the background.
   */
  replyTimeoutMs: number
  /**
   * The maximum time in milliseconds to wait for a payment gateway. After that the outcome of the payment is unknown,
   * and the gateway is asked again later.
   */
  gatewayTimeoutMs: number
  /** The minimum time in milliseconds between two questions about one payment that a customer's browser causes. */
  pollMs: number
}

type Setup = Pick<Payments, 'database' | 'products'> &
  Partial<
    Pick<Payments, 'replyTimeoutMs' | 'gatewayTimeoutMs' | 'pollMs' | 'onOrderPlaced' | 'onRefunded'>
  > & {
    gateways: readonly Gateway[]
    /** The name of the payment gateway for new payments. */
    current: string
  }

/** The maximum number of payments whose `askedAt` is remembered. */
const MOST_REMEMBERED = 10_000

/** Throws an error if none of the payment gateways has the name `current`. */
export function createPayments({ gateways, current, ...setup }: Setup): Payments {
  const byName = new Map(gateways.map((gateway) => [gateway.name, gateway]))
  const currentGateway = byName.get(current)
  if (!currentGateway) throw new Error(`There is no payment gateway called ${current}.`)
  return {
    replyTimeoutMs: 10_000,
    gatewayTimeoutMs: 60_000,
    pollMs: 2000,
    onOrderPlaced: async () => undefined,
    onRefunded: async () => undefined,
    ...setup,
    gateways: byName,
    currentGateway,
    inFlight: new Map(),
    askedAt: new Lru(MOST_REMEMBERED),
    reconciledUpTo: FROM_THE_OLDEST,
    missingGateways: new Set(),
  }
}

/** Returns whether the order of this payment is placed before it is paid. */
export function isDeferred({ gateways }: Payments, { gateway }: Pick<PaymentRow, 'gateway'>): boolean {
  const known = gateways.get(gateway)
  return known !== undefined && 'isDeferred' in known
}
