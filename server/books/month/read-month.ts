import type { Checkout } from '#contract/selling/settings.ts'
import { shopDates } from '#contract/values/dates/shop-dates.ts'
import type { OrderState } from '#contract/values/states.ts'
import type { Db } from '#server/shop-database.ts'
import type { CartItemRow } from '#server/tables.ts'

/** A span of time in UTC milliseconds: `from` is included, `to` is not. */
export type Span = { from: number; to: number }

/** Returns the span of a month such as `2026-11` in the time zone of the shop. */
export function spanOfMonth(month: string): Span {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 })
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(shopDates().timeZone).epochMilliseconds
  return { from: startOf(first), to: startOf(first.add({ months: 1 })) }
}

/**
 * A line of an order. Amounts are in the smallest unit of the currency: what was paid for it, and what discounts took off.
 */
export type SoldLine = Pick<
  CartItemRow,
  'product_name' | 'brand' | 'bag' | 'weight_grams' | 'grind' | 'price_cents'
> & { discount_cents: number }

/**
 * An order with its payment. `paidAt` is when the money came. `checkout` is null if the customer agreed to nothing but a
 * total. Amounts are in the smallest unit of `currency`, which is null for the currency of the shop.
 */
export type BookedOrder = {
  number: number
  customer: string
  state: OrderState
  orderedAt: number
  paidAt: number
  totalCents: number
  gateway: string
  reference: string | null
  currency: string | null
  checkout: Checkout | null
}

/** An order that was paid in the month. `feeCents` is null if the fee of the gateway is not known. */
export type PaidOrder = BookedOrder & {
  feeCents: number | null
  feeCurrency: string | null
  lines: SoldLine[]
}

/**
 * A refund that was made in the month. `before` are the amounts that were refunded of the same payment earlier, oldest
 * first. `order` is null if the money came for a payment that had failed, so that the shop returned it.
 */
export type MadeRefund = {
  at: number
  cents: number
  gateway: string
  reference: string | null
  currency: string | null
  before: number[]
  order: BookedOrder | null
}

/** How many orders or refunds are read at a time. An order has up to 500 lines. */
const BATCH_SIZE = 100

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Reads the orders that were paid within a span of time, in batches, in the order in which they were paid. A statement
 * sorts the lines of one day at most.
 */
export async function* paidOrders(db: Db, { from, to }: Span): AsyncGenerator<PaidOrder[]> {
  for (let start = from; start < to; start += DAY_MS)
    yield* paidWithin(db, { from: start, to: Math.min(start + DAY_MS, to) })
}

async function* paidWithin(db: Db, { from, to }: Span): AsyncGenerator<PaidOrder[]> {
  for (let last = { paid_at: from, payment_id: '' }; ;) {
    // The lines have the index by the time of payment, and the same time as their payment.
    const found = await db
      .selectFrom('cart_items')
      .select(['paid_at', 'payment_id'])
      .distinct()
      .where('payment_id', 'is not', null)
      .where('paid_at', '>=', last.paid_at)
      .where('paid_at', '<', to)
      .where(({ or, eb }) => or([eb('paid_at', '>', last.paid_at), eb('payment_id', '>', last.payment_id)]))
      .orderBy('paid_at')
      .orderBy('payment_id')
      .limit(BATCH_SIZE)
      .execute()
    const times = new Map(found.map(({ payment_id, paid_at }) => [String(payment_id), Number(paid_at)]))
    yield await readPaid(db, times)
    const end = found.at(-1)
    if (!end || found.length < BATCH_SIZE) return
    last = { paid_at: Number(end.paid_at), payment_id: String(end.payment_id) }
  }
}

async function readPaid(db: Db, times: Map<string, number>): Promise<PaidOrder[]> {
  if (times.size === 0) return []
  const ids = [...times.keys()]
  const rows = await bookedOrders(db)
    .select(['payments.fee_cents', 'payments.fee_currency'])
    .where('payments.id', 'in', ids)
    .execute()
  const lines = await db
    .selectFrom('cart_items')
    .select(['payment_id', 'product_name', 'brand', 'bag', 'weight_grams', 'grind'])
    .select(['price_cents', 'discount_cents'])
    .where('payment_id', 'in', ids)
    .orderBy('id')
    .execute()
  const orders = new Map(rows.map((row) => [row.payment_id, row]))
  const linesOf = Map.groupBy(lines, ({ payment_id }) => payment_id)
  return [...times].flatMap(([id, paidAt]) => {
    const row = orders.get(id)
    if (!row) return []
    const fee = { feeCents: row.fee_cents, feeCurrency: row.fee_currency }
    return [{ ...toOrder(row), paidAt, ...fee, lines: linesOf.get(id) ?? [] }]
  })
}

function bookedOrders(db: Db) {
  return db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.id', 'orders.payment_id')
    .leftJoin('checkouts', 'checkouts.payment_id', 'orders.payment_id')
    .select([
      'orders.payment_id',
      'orders.number',
      'orders.customer',
      'orders.state',
      'orders.created_at',
      'orders.total_cents',
      'payments.gateway',
      'payments.reference',
      'payments.currency',
      'payments.settled_at',
      'checkouts.data',
    ])
}

type BookedRow = Awaited<ReturnType<ReturnType<typeof bookedOrders>['execute']>>[number]

function toOrder(row: BookedRow): BookedOrder {
  const { number, customer, state, gateway, reference, currency, data } = row
  return {
    number,
    customer,
    state,
    gateway,
    reference,
    currency,
    orderedAt: row.created_at,
    paidAt: Number(row.settled_at),
    totalCents: row.total_cents,
    checkout: data === null ? null : JSON.parse(data),
  }
}

/** Reads the refunds that were made within a span of time, in batches, oldest first. */
export async function* madeRefunds(db: Db, { from, to }: Span): AsyncGenerator<MadeRefund[]> {
  for (let last = { settled_at: from, id: '' }; ;) {
    const found = await madeRefundRows(db)
      .where('refunds.settled_at', '>=', last.settled_at)
      .where('refunds.settled_at', '<', to)
      .where(({ or, eb }) =>
        or([eb('refunds.settled_at', '>', last.settled_at), eb('refunds.id', '>', last.id)]),
      )
      .limit(BATCH_SIZE)
      .execute()
    yield await readRefunds(db, found)
    const end = found.at(-1)
    if (!end || found.length < BATCH_SIZE) return
    last = { settled_at: Number(end.settled_at), id: end.id }
  }
}

function madeRefundRows(db: Db) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.id', 'refunds.payment_id', 'refunds.amount_cents', 'refunds.settled_at'])
    .select(['refunds.reference', 'payments.gateway', 'payments.currency'])
    .where('refunds.status', '=', 'succeeded')
    .orderBy('refunds.settled_at')
    .orderBy('refunds.id')
}

type RefundFound = Awaited<ReturnType<ReturnType<typeof madeRefundRows>['execute']>>[number]

async function readRefunds(db: Db, found: RefundFound[]): Promise<MadeRefund[]> {
  if (found.length === 0) return []
  const ids = [...new Set(found.map(({ payment_id }) => payment_id))]
  const allRows = await madeRefundRows(db).where('refunds.payment_id', 'in', ids).execute()
  const all = Map.groupBy(allRows, ({ payment_id }) => payment_id)
  const rows = await bookedOrders(db).where('payments.id', 'in', ids).execute()
  const orders = new Map(rows.map((row) => [row.payment_id, toOrder(row)]))
  return found.map(({ id, payment_id, amount_cents, settled_at, reference, gateway, currency }) => {
    const ofPayment = all.get(payment_id) ?? []
    const before = ofPayment.slice(
      0,
      ofPayment.findIndex((refund) => refund.id === id),
    )
    return {
      at: Number(settled_at),
      cents: amount_cents,
      gateway,
      reference,
      currency,
      before: before.map((refund) => refund.amount_cents),
      order: orders.get(payment_id) ?? null,
    }
  })
}

/** A dispute that was lost in the month. `cents` is what the gateway has taken back. */
export type LostDispute = {
  at: number
  cents: number
  number: number
  gateway: string
  reference: string | null
  currency: string | null
}

/** Reads the disputes that were lost within a span of time, oldest first. They are few. */
export async function lostDisputes(db: Db, { from, to }: Span): Promise<LostDispute[]> {
  const rows = await db
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'disputes.payment_id')
    .innerJoin('orders', 'orders.payment_id', 'disputes.payment_id')
    .select(['disputes.settled_at', 'disputes.amount_cents', 'orders.number'])
    .select(['payments.gateway', 'payments.reference', 'payments.currency'])
    .where('disputes.kind', '=', 'dispute')
    .where('disputes.status', '=', 'lost')
    .where('disputes.settled_at', '>=', from)
    .where('disputes.settled_at', '<', to)
    .orderBy('disputes.settled_at')
    .orderBy('disputes.id')
    .execute()
  return rows.map(({ settled_at, amount_cents, ...rest }) => ({
    at: Number(settled_at),
    cents: amount_cents,
    ...rest,
  }))
}
