import type { Products } from '#server/catalogue/find-product.ts'
import type { Gateway } from './gateway.ts'
import { FROM_THE_OLDEST } from './queries.ts'
import type { Place } from './queries.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

/**
 * How an attempt ended, or that it is not known yet. `orderId` is the full order it made, if it made one. `earlier`
 * is true when the attempt belongs to an earlier request.
 */
export type Outcome =
  | { status: 'succeeded'; paymentId: string; orderId: string | null; items: number; earlier?: true }
  | { status: 'failed'; reason: string }
  | { status: 'checking' }

/** What paying stands on. `underWay` holds the attempts of this process that wait for the gateway. */
export type Payments = {
  database: ShopDatabase
  products: Products
  gateway: Gateway
  underWay: Map<string, Promise<Outcome>>
  /** The last unclear attempt that was asked about, where there are more. */
  askedUpTo: Place
  /** Milliseconds after which a person is told that the payment is being checked. */
  patienceMs: number
  /** Milliseconds after which the gateway is taken to have said nothing, and is asked again later. */
  gatewayPatienceMs: number
}

type Setup = Pick<Payments, 'database' | 'products' | 'gateway'> &
  Partial<Pick<Payments, 'patienceMs' | 'gatewayPatienceMs'>>

export function createPayments(setup: Setup): Payments {
  return {
    patienceMs: 10_000,
    gatewayPatienceMs: 60_000,
    ...setup,
    underWay: new Map(),
    askedUpTo: FROM_THE_OLDEST,
  }
}
