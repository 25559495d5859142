import { shopDay } from '#contract/values/dates/date-texts.ts'
import { toAmountText } from '#contract/values/money.ts'
import { orderStateText } from '#contract/values/states.ts'
import { csvOf, csvStyleOf } from '#server/platform/tables/export-csv.ts'
import type { CsvColumns, Decimal } from '#server/platform/tables/export-csv.ts'
import type { Db } from '#server/shop-database.ts'
import type { Readable } from 'node:stream'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { paidOrders } from './read-month.ts'
import { lostDisputes, madeRefunds } from './read-returned.ts'
import type { PaidOrder, SoldLine, Span } from './read-month.ts'
import type { LostDispute, MadeRefund } from './read-returned.ts'
import { partsOf, partsOfRefund } from './taxed-parts.ts'
import type { TaxedPart } from './taxed-parts.ts'

/** A month of a shop: its span of time, and the settings of the shop. */
export type Month = { db: Db; span: Span; settings: SellingSettings }

/** The orders that were paid in the month. The sum of their totals is that of the payments. */
export function writeOrders({ db, span, settings }: Month): Readable {
  const money = moneyIn(settings)
  const columns: CsvColumns<PaidOrder> = {
    'number': ({ number }) => String(number),
    'ordered': ({ orderedAt }) => shopDay(orderedAt),
    'paid': ({ paidAt }) => shopDay(paidAt),
    'customer': ({ customer }) => customer,
    'country': ({ checkout }) => (checkout?.address ?? checkout?.gift)?.country ?? settings.country,
    'way of payment': ({ gateway, totalCents }) => (totalCents === 0 ? '' : wayOf(gateway)),
    'products': (order) => money(order.totalCents - deliveryOf(order)),
    'delivery': (order) => money(deliveryOf(order)),
    'total': ({ totalCents }) => money(totalCents),
    'tax in it': (order) => money(sumTax(partsOf(order, settings))),
    'state': orderStateText,
  }
  return csvOf(columns, paidOrders(db, span), csvStyleOf(settings.country))
}

/** Returns what was paid for the delivery, and what discounts took off it. */
function deliveryCosts({ checkout }: PaidOrder): { paid: number; off: number } {
  const { deliveryPrice = 0, discounts = [] } = checkout ?? {}
  const off = discounts.reduce((sum, { ofDelivery }) => sum + ofDelivery, 0)
  return { paid: deliveryPrice - off, off }
}

function deliveryOf(order: PaidOrder): number {
  return deliveryCosts(order).paid
}

/** Equal lines of an order with their number, or its delivery: what was paid for one of them, and what was taken off. */
type CountedLine = Pick<PaidOrder, 'number' | 'paidAt'> & {
  line: Partial<SoldLine>
  count: number
  paid: number
  off: number
}

/**
 * What was sold in the month, with a row for the delivery of each order. Prices are those before discounts. The sum of the
 * amounts is that of the payments.
 */
export function writeLines({ db, span, settings }: Month): Readable {
  const money = moneyIn(settings)
  const columns: CsvColumns<CountedLine> = {
    'number': ({ number }) => String(number),
    'paid': ({ paidAt }) => shopDay(paidAt),
    'product': ({ line }) => line.product_name ?? 'Delivery',
    'sold as': ({ line }) => line.brand ?? line.bag ?? '',
    'weight in grams': ({ line }) => String(line.weight_grams ?? ''),
    'grind': ({ line }) => line.grind ?? '',
    'count': ({ count }) => String(count),
    'price': ({ paid, off }) => money(paid + off),
    'discount': ({ count, off }) => money(count * off),
    'amount': ({ count, paid }) => money(count * paid),
  }
  async function* batches() {
    for await (const orders of paidOrders(db, span)) yield orders.flatMap(countLines)
  }
  return csvOf(columns, batches(), csvStyleOf(settings.country))
}

function countLines(order: PaidOrder): CountedLine[] {
  const { number, paidAt, lines } = order
  const groups = Map.groupBy(lines, (line) => JSON.stringify(Object.values(line)))
  const counted = [...groups.values()].flatMap((same) => {
    const [line] = same
    if (!line) return []
    const { price_cents: paid, discount_cents: off } = line
    return [{ number, paidAt, line, count: same.length, paid, off }]
  })
  const { paid, off } = deliveryCosts(order)
  return paid + off === 0 ? counted : [...counted, { number, paidAt, line: {}, count: 1, paid, off }]
}

/** Money that came or went. `cents` is negative for refunds, fees and lost disputes. `number` is null if there is no order. */
type Movement = {
  at: number
  kind: 'payment' | 'refund' | 'fee' | 'dispute'
  number: number | null
  gateway: string
  reference: string | null
  cents: number
  currency: string
}

/** All payments of the month, with their fees as far as they are known, and then all refunds and all lost disputes. */
export function writeMoney({ db, span, settings }: Month): Readable {
  const columns: CsvColumns<Movement> = {
    'day': ({ at }) => shopDay(at),
    'kind': ({ kind }) => kind,
    'number': ({ number }) => String(number ?? ''),
    'way of payment': ({ gateway }) => wayOf(gateway),
    'amount': ({ cents, currency }) => ({ decimal: toAmountText(cents, currency) }),
    'currency': ({ currency }) => currency,
    // The references of other gateways name users of the shop.
    'reference': ({ gateway, reference }) => (gateway === 'stripe' ? (reference ?? '') : ''),
  }
  async function* batches() {
    for await (const orders of paidOrders(db, span))
      yield orders.flatMap((order) => moneyOfOrder(order, settings.currency))
    for await (const refunds of madeRefunds(db, span))
      yield refunds.flatMap((refund) => moneyOfRefund(refund, settings.currency))
    const lost = await lostDisputes(db, span)
    yield lost.map((dispute) => moneyOfDispute(dispute, settings.currency))
  }
  return csvOf(columns, batches(), csvStyleOf(settings.country))
}

/** An order that cost nothing moved no money. */
function moneyOfOrder(order: PaidOrder, shopCurrency: string): Movement[] {
  const { paidAt: at, number, gateway, reference, totalCents: cents, feeCents, feeCurrency } = order
  const currency = order.currency ?? shopCurrency
  const movement = { at, number, gateway, reference }
  if (cents === 0) return []
  const payment: Movement = { ...movement, kind: 'payment', cents, currency }
  if (feeCents === null) return [payment]
  return [payment, { ...movement, kind: 'fee', cents: -feeCents, currency: feeCurrency ?? currency }]
}

/** A refund without an order returned money that has come too late. Both are in the file, so that it adds up. */
function moneyOfRefund({ order, cents, ...refund }: MadeRefund, shopCurrency: string): Movement[] {
  const movement = { ...refund, number: order?.number ?? null, currency: refund.currency ?? shopCurrency }
  const made: Movement = { ...movement, kind: 'refund', cents: -cents }
  return order ? [made] : [{ ...movement, kind: 'payment', cents }, made]
}

function moneyOfDispute({ cents, currency, ...dispute }: LostDispute, shopCurrency: string): Movement {
  return { ...dispute, kind: 'dispute', cents: -cents, currency: currency ?? shopCurrency }
}

/**
 * The tax of the month, with a row for each country, rate and quarter of the sale. Refunds are taken off. Those of sales of
 * an earlier quarter are in rows of their own, because a return corrects earlier ones apart from its own sales. The columns are what the return of the
 * One Stop Shop asks for: Implementing Regulation (EU) 2020/194, annex III.
 */
export function writeTax(month: Month): Readable {
  const money = moneyIn(month.settings)
  const columns: CsvColumns<TaxedPart & { refunded: number }> = {
    'sold in': ({ soldIn }) => soldIn,
    'taxed in': ({ country }) => (country === 'GR' ? 'EL' : country),
    'taxation': ({ taxation }) => taxation,
    'kind of rate': ({ kind }) => kind,
    'rate in percent': ({ rate }) => ({ decimal: (rate / 100).toFixed(2) }),
    'net': ({ net }) => money(net),
    'tax': ({ tax }) => money(tax),
    'gross': ({ gross }) => money(gross),
    'refunds taken off': ({ refunded }) => money(refunded),
  }
  return csvOf(columns, sumParts(month), csvStyleOf(month.settings.country))
}

async function* sumParts({
  db,
  span,
  settings,
}: Month): AsyncGenerator<(TaxedPart & { refunded: number })[]> {
  const sums = new Map<string, TaxedPart & { refunded: number }>()
  function add(part: TaxedPart): void {
    const { soldIn, country, taxation, kind, rate } = part
    const key = [soldIn, country, taxation, kind, String(10_000 + rate)].join(' ')
    const sum = sums.get(key) ?? { ...part, gross: 0, net: 0, tax: 0, refunded: 0 }
    sum.gross += part.gross
    sum.net += part.net
    sum.tax += part.tax
    if (part.gross < 0) sum.refunded -= part.gross
    sums.set(key, sum)
  }
  for await (const orders of paidOrders(db, span))
    for (const order of orders) for (const part of partsOf(order, settings)) add(part)
  for await (const refunds of madeRefunds(db, span))
    for (const refund of refunds) for (const part of partsOfRefund(refund, settings)) add(part)
  yield [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
}

function moneyIn({ currency }: SellingSettings): (cents: number) => Decimal {
  return (cents) => ({ decimal: toAmountText(cents, currency) })
}

function sumTax(parts: TaxedPart[]): number {
  return parts.reduce((sum, { tax }) => sum + tax, 0)
}

const WAYS = new Map([
  ['stripe', 'card'],
  ['instant', 'card'],
  ['transfer', 'transfer'],
  ['later', 'transfer'],
  ['pickup', 'at pickup'],
  ['reader', 'card reader'],
])

function wayOf(gateway: string): string {
  return WAYS.get(gateway) ?? gateway
}
