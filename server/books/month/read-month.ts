import type { Checkout } from '#contract/selling/settings.ts'
import { shopDates } from '#contract/values/dates/shop-dates.ts'
import type { GiftState } from '#contract/values/orders/gifts.ts'
import type { OrderState } from '#contract/values/states.ts'
import { giftOf } from '#server/orders/gift-of.ts'
import { DAY_MS } from '#server/platform/clock.ts'
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

/** An order that was paid in the month. `feeCents` is null if the fee of the gateway is not known, and `gift` if it is none. */
export type PaidOrder = BookedOrder & {
  gift: GiftState | null
  feeCents: number | null
  feeCurrency: string | null
  lines: SoldLine[]
}

/** How many orders or refunds are read at a time. An order has up to 500 lines. */
export const BATCH_SIZE = 100

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
    .select(['payments.fee_cents', 'payments.fee_currency', giftOf('orders')])
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
    return [{ ...toOrder(row), paidAt, ...fee, gift: row.gift, lines: linesOf.get(id) ?? [] }]
  })
}

export function bookedOrders(db: Db) {
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

export function toOrder(row: BookedRow): BookedOrder {
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
