import type { Products } from '#server/catalogue/find-product.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import type { Gateway } from './gateway.ts'
import { FROM_THE_OLDEST } from './queries.ts'
import type { Cursor } from './queries.ts'

/**
 * The outcome of a payment, or `checking` while it is unknown. `fullOrderId` is null if only a single line was paid.
 * `earlier` is set if another request had paid already, so that this one moved no money.
 */
export type PaymentOutcome =
  | { status: 'succeeded'; fullOrderId: string | null; earlier?: true }
  | { status: 'failed'; reason: string }
  | { status: 'checking' }

/** Everything that paying needs. */
export type Payments = {
  database: ShopDatabase
  products: Products
  /** All configured gateways by name. An attempt is only ever completed by the gateway that it was opened with. */
  gateways: ReadonlyMap<string, Gateway>
  /** The gateway of new attempts. */
  currentGateway: Gateway
  /** Attempts whose gateway is being asked by this process, by id. */
  inFlight: Map<string, Promise<PaymentOutcome>>
  /** The last pending attempt that `reconcile` asked about, where there are more than it asks about at once. */
  reconciledUpTo: Cursor
  /** Names of gateways that pending attempts need and that are not configured. Each is logged once. */
  missingGateways: Set<string>
  /** Called for each new order, in the transaction that writes it. */
  onOrderPlaced: (tx: Db, order: OrderRow) => Promise<void>
  /** After this many milliseconds a request returns `checking`, and the payment goes on without it. */
  replyTimeoutMs: number
  /** After this many milliseconds the gateway's answer counts as unknown, and the gateway is asked again later. */
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
