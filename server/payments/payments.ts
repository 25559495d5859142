import type { ProblemCode } from '#contract/errors.ts'
import type { Products } from '#server/catalogue/find-product.ts'
import type { PaymentHooks } from '#server/orders/payment-hooks.ts'
import { Lru } from '#server/platform/lru.ts'
import { paceOf } from '#server/platform/pace.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { withoutKeys } from './gateway.ts'
import type { Gateway, Timeouts } from './gateway.ts'

/**
 * The outcome of a payment, or `checking` while the outcome is unknown. `not-started` means that nothing can have been
 * charged, because the gateway has not yet returned the page on which the customer pays. `redirect` means that the
 * customer has to complete the payment at `url`, a page of the gateway. `waiting` means that the order is placed and
 * will be paid later. `fullOrderId` is the id of the order, or null if only a single cart line was paid. `earlier` is
 * set if another request had already paid for the lines, so that this request charged nothing. `earlierId` is the id of
 * the other payment if it had paid for the lines or reserved them.
 */
export type PaymentOutcome = { earlierId?: string } & (
  | { status: 'succeeded'; fullOrderId: string | null; earlier?: true }
  | { status: 'failed'; reason: string; code?: ProblemCode }
  | { status: 'checking' }
  | { status: 'not-started' }
  | { status: 'redirect'; url: string }
  | { status: 'waiting'; orderId: string }
)

/**
 * What the functions for payments share: the database, the payment gateways, settings, and the state of this process.
 */
export type Payments = PaymentHooks & {
  database: ShopDatabase
  products: Products
  /** Returns the currency of the shop. A transaction passes itself. */
  currency: (tx?: Db) => Promise<string>
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
  /** The times in UTC milliseconds at which this process last asked a gateway about a payment, by payment id. */
  askedAt: Lru<string, number>
  /**
   * For each remote gateway, the time in UTC milliseconds from which `catchUp` reads its lists of a long time again.
   */
  longListsDueAt: Map<string, number>
  /** The number of payments that did not add up at the last check. `at` is the time of that check in UTC milliseconds. */
  deskCount: { at: number; faults: Promise<number> } | null
  /** Receives warnings that the owner of the shop has to look at. */
  log?: { warn: (message: string) => void }
  /** What `log` was warned of, so that it is logged only once. */
  warnedOf: Lru<string, true>
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
  /**
   * The minimum time in milliseconds between two questions to a gateway about one payment that are caused by the
   * customer's browser, which asks the shop for the state of the payment again and again.
   */
  pollMs: number
  /**
   * Resolves when the next background job of this process may begin to ask a gateway, at most 20 times in a second. Some of these
   * calls, such as the charge of a saved card, are several requests. Those of customers do not wait for it.
   */
  jobTurn: () => Promise<void>
}

type Setup = PaymentHooks &
  Pick<Payments, 'database' | 'products' | 'currency' | 'log'> & {
    gateways: readonly Gateway[]
    /** The name of the payment gateway for new payments. */
    current: string
    replyTimeoutMs?: number
  }

/** The minimum time between the beginnings of two calls of background jobs to gateways. */
const JOB_EVERY_MS = 50

/** The maximum number of entries in `askedAt` and in `warnedOf`. */
const MAX_REMEMBERED = 10_000

/** Creates the state that the functions for payments share. Throws an error if no gateway has the name `current`. */
export function createPayments({ gateways, current, ...setup }: Setup): Payments {
  const byName = new Map(gateways.map((gateway) => [gateway.name, gateway]))
  const currentGateway = byName.get(current)
  if (!currentGateway) throw new Error(`There is no payment gateway called ${current}.`)
  return {
    replyTimeoutMs: 10_000,
    gatewayTimeoutMs: 60_000,
    pollMs: 2000,
    ...setup,
    gateways: byName,
    currentGateway,
    inFlight: new Map(),
    askedAt: new Lru(MAX_REMEMBERED),
    longListsDueAt: new Map(),
    deskCount: null,
    warnedOf: new Lru(MAX_REMEMBERED),
    jobTurn: paceOf(JOB_EVERY_MS),
  }
}

/** Returns whether a payment was made with a manual gateway, so that its order is placed before the customer pays. */
export function isManual({ gateways }: Payments, { gateway }: Pick<PaymentRow, 'gateway'>): boolean {
  return gateways.get(gateway)?.kind === 'manual'
}

/**
 * Returns whether the order of a payment is placed before it is paid: that of a manual gateway, and that of a renewal for
 * which a saved card is charged.
 */
export function isPlacedFirst(
  payments: Payments,
  payment: Pick<PaymentRow, 'gateway' | 'mandate_id'>,
): boolean {
  return payment.mandate_id !== null || isManual(payments, payment)
}

/**
 * Returns whether a payment was not started at its gateway yet, so that nobody has had the URL of the page on which it
 * can be paid, and no charge of a saved card is open.
 */
export function isNotStarted({ gateways }: Payments, payment: PaymentRow): boolean {
  const { gateway, status, session, mandate_id, begun_at } = payment
  if (status !== 'pending' || session !== null) return false
  if (mandate_id !== null) return begun_at === null
  const known = gateways.get(gateway)
  return known?.kind === 'remote' && known.hasPage
}

/** Returns the currency of a payment, which is that of the shop unless the row has another one. */
export async function currencyOf(
  payments: Pick<Payments, 'currency'>,
  { currency }: Pick<PaymentRow, 'currency'>,
  tx?: Db,
): Promise<string> {
  return currency ?? payments.currency(tx)
}

/**
 * Returns how long to wait for a gateway. The first error or timeout for each `key`, which is the id of a payment or
 * what else is asked about, is logged after `message`, so that the owner can see why payments stay pending.
 */
export function timeoutsFor(
  payments: Pick<Payments, 'gatewayTimeoutMs' | 'log' | 'warnedOf'>,
  key: string,
  message = `The gateway of payment ${key} cannot be asked`,
): Timeouts {
  return {
    timeoutMs: payments.gatewayTimeoutMs,
    onError: (error) => warnOnce(payments, key, `${message}: ${String(error)}`),
  }
}

/** Logs the first warning of those with the same `key`, without keys of the gateway. */
export function warnOnce(
  { log, warnedOf }: Pick<Payments, 'log' | 'warnedOf'>,
  key: string,
  warning: string,
) {
  if (warnedOf.get(key)) return
  warnedOf.set(key, true)
  log?.warn(withoutKeys(warning))
}

/** Calls `work` for each item, one after the other, and returns the errors. An error does not stop the others. */
export async function tryEach<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<unknown[]> {
  const errors: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => errors.push(error))
  return errors
}
