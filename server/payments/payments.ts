import type { Products } from '#server/catalogue/find-product.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import type { Gateway } from './gateway.ts'
import { FROM_THE_OLDEST } from './queries.ts'
import type { Cursor } from './queries.ts'

/**
 * The outcome of a payment, or `checking` while it is unknown. `fullOrderId` is null if only a single line was paid.
 * `earlier` is set if another request had paid before, so that this one charged nothing.
 */
export type PaymentOutcome =
  | { status: 'succeeded'; fullOrderId: string | null; earlier?: true }
  | { status: 'failed'; reason: string }
  | { status: 'checking' }

/** Everything that the actions on payments need. */
export type Payments = {
  database: ShopDatabase
  products: Products
  /** All configured gateways by name. An attempt is always completed by the gateway that it was opened with. */
  gateways: ReadonlyMap<string, Gateway>
  /** The gateway of new attempts. */
  currentGateway: Gateway
  /** The attempts about which this process is asking a gateway now, by id. */
  inFlight: Map<string, Promise<PaymentOutcome>>
  /** The last pending attempt that `reconcile` has asked about. The next run continues after it. */
  reconciledUpTo: Cursor
  /** The names of gateways that are not configured but that pending attempts need. Each is logged once. */
  missingGateways: Set<string>
  /** Called for each new order, in the transaction that writes it. */
  onOrderPlaced: (tx: Db, order: OrderRow) => Promise<void>
  /** The time in milliseconds after which a request returns `checking`. The payment continues without it. */
  replyTimeoutMs: number
  /**
   * The time in milliseconds after which an answer of the gateway counts as unknown. The gateway is asked again later.
   */
  gatewayTimeoutMs: number
}

type Setup = Pick<Payments, 'database' | 'products'> &
  Partial<Pick<Payments, 'replyTimeoutMs' | 'gatewayTimeoutMs' | 'onOrderPlaced'>> & {
    gateways: readonly Gateway[]
    /** The name of the gateway of new attempts. */
    current: string
  }

/** Throws if the current gateway is not among the gateways. */
export function createPayments({ gateways, current, ...setup }: Setup): Payments {
  const byName = new Map(gateways.map((gateway) => [gateway.name, gateway]))
  const currentGateway = byName.get(current)
  if (!currentGateway) throw new Error(`There is no payment gateway called ${current}.`)
  return {
    replyTimeoutMs: 10_000,
    gatewayTimeoutMs: 60_000,
    onOrderPlaced: async () => undefined,
    ...setup,
    gateways: byName,
    currentGateway,
    inFlight: new Map(),
    reconciledUpTo: FROM_THE_OLDEST,
    missingGateways: new Set(),
  }
}
