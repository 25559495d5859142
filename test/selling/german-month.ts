import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import type { Checkout, SellingSettings, TaxClass } from '#contract/selling/settings.ts'
import { taxParts } from '#server/checkout/tax.ts'
import { newId } from '#server/platform/clock.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { DiscountUseRow } from '#server/tables/discount-rows.ts'
import type { DisputeRow, RefundRow } from '#server/tables/payment-rows.ts'
import { checkoutOf, pickup, saveSelling, storeCheckout } from '../orders/orders.ts'
import { discountRow, enter, itemRow, orderRow, paymentRow } from '../rows.ts'
import type { TestPerson } from '../shop.ts'

/** The settings of a shop in Germany that reports its sales in the EU through the One Stop Shop. */
export const germanShop: SellingSettings = {
  ...DEFAULT_SELLING,
  currency: 'EUR',
  timeZone: 'Europe/Berlin',
  country: 'DE',
  tax: [
    { country: 'DE', standard: 1900, reduced: 700 },
    { country: 'AT', standard: 2000, reduced: 1000 },
    { country: 'GR', standard: 2400, reduced: 1300 },
    { country: 'FR', standard: 2000, reduced: 550 },
  ],
  accounting: { ...DEFAULT_SELLING.accounting, ossSince: '2026-01-01', consultant: '1001', client: '7' },
}

type Item = [name: string, cents: number, taxClass: TaxClass]

/**
 * A sale. `country` is null for a pickup, and undefined for an order without a checkout. Discounts take `off` the first item
 * and `ofDelivery` off the delivery. Times are UTC (ISO 8601).
 */
type Sale = {
  paidAt: string
  items: Item[]
  country?: string | null
  gateway?: 'stripe' | 'transfer' | 'pickup' | 'instant'
  delivery?: number
  off?: number
  ofDelivery?: number
  fee?: number
  refunds?: [at: string, cents: number][]
  /** When a dispute of the whole payment was lost. */
  lostAt?: string
}

const beans: Item = ['Yirgacheffe', 1290, 'reduced']
const mug: Item = ['Mug; blue', 1499, 'standard']

/** Sales around November 2026, with days at both ends of the month in Berlin, and refunds in and after it. */
const sales: Sale[] = [
  {
    paidAt: '2026-10-31T22:59:59.999Z',
    country: 'DE',
    items: [beans],
    refunds: [['2026-11-02T09:00:00Z', 333]],
  },
  { paidAt: '2026-10-31T23:00:00Z', country: 'DE', items: [beans, beans, mug], delivery: 490, fee: 129 },
  { paidAt: '2026-11-03T10:00:00Z', country: 'AT', items: [beans, mug], delivery: 990, fee: 87 },
  { paidAt: '2026-11-03T10:00:00Z', country: 'GR', items: [['=1+1;"x"', 777, 'reduced']], delivery: 1490 },
  { paidAt: '2026-11-04T10:00:00Z', country: 'FR', items: [beans, beans, beans], gateway: 'transfer' },
  { paidAt: '2026-11-05T10:00:00Z', country: 'CH', items: [mug], delivery: 1500 },
  {
    paidAt: '2026-11-06T10:00:00Z',
    country: null,
    items: [['-2 for 1', 101, 'standard']],
    gateway: 'pickup',
  },
  { paidAt: '2026-11-07T10:00:00Z', items: [['@espresso', 250, 'standard']], gateway: 'pickup' },
  {
    paidAt: '2026-11-08T10:00:00Z',
    country: 'AT',
    items: [beans, mug],
    delivery: 990,
    refunds: [
      ['2026-11-09T10:00:00Z', 1],
      ['2026-11-10T10:00:00Z', 2222],
      ['2026-11-30T22:59:59.999Z', 1556],
    ],
  },
  { paidAt: '2026-11-11T10:00:00Z', country: 'DE', items: [mug], refunds: [['2026-12-01T10:00:00Z', 1499]] },
  { paidAt: '2026-11-30T22:59:59.999Z', country: 'DE', items: [['Gift', 500, 'zero']], fee: 33 },
  { paidAt: '2026-11-30T23:00:00Z', country: 'DE', items: [beans] },
  // A refund of a sale of an earlier quarter.
  {
    paidAt: '2026-08-31T10:00:00Z',
    country: 'AT',
    items: [beans],
    refunds: [['2026-11-12T09:00:00Z', 1290]],
  },
  {
    paidAt: '2026-11-12T10:00:00Z',
    country: 'DE',
    items: [mug, beans, beans],
    delivery: 490,
    off: 200,
    ofDelivery: 490,
    lostAt: '2026-11-28T10:00:00Z',
  },
  { paidAt: '2026-11-13T10:00:00Z', country: 'DE', items: [beans], gateway: 'instant', off: 1290 },
]

/** Enters the settings of the German shop, and the sales to a person, as the first orders of the shop. */
export async function enterSales(
  database: ShopDatabase,
  buyer: TestPerson,
  { settings = germanShop }: { settings?: SellingSettings } = {},
): Promise<void> {
  await saveSelling(database, settings)
  for (const [at, sale] of sales.entries())
    await enterSale(database, buyer, { sale, number: at + 1, settings })
  await database.write(({ tx }) =>
    tx.updateTable('counters').set({ value: sales.length }).where('name', '=', 'order').execute(),
  )
  await enterLateMoney(database, buyer)
}

type Numbered = { sale: Sale; number: number; settings: SellingSettings }

async function enterSale(
  database: ShopDatabase,
  { userId: user_id, name: customer, email }: TestPerson,
  { sale, number, settings }: Numbered,
): Promise<void> {
  const { gateway = 'stripe', items, fee, refunds = [] } = sale
  const paid = Date.parse(sale.paidAt)
  const id = newId()
  const checkout = checkoutFor(sale, settings)
  const { off, ofDelivery, total } = costsOf(sale)
  const refunded = refunds.reduce((sum, [, cents]) => sum + cents, 0)
  const reference = { stripe: `pi_${number}`, instant: `instant-${id}` }[String(gateway)] ?? 'marked by Ada'
  const has_checkout = checkout ? 1 : 0
  const payment = { id, user_id, amount_cents: total, gateway, reference, has_checkout, taken_stock: 0 }
  const payer = { user_id, email, customer }
  const line = { ...payer, payment_id: id, order_id: id, payment: 'OK', paid_at: paid } as const
  const order = { ...payer, id, payment_id: id, number, total_cents: total, created_at: paid }
  const feeColumns = fee === undefined ? {} : { fee_cents: fee, fee_currency: 'EUR' }
  await enter(database, {
    payments: [paymentRow({ ...payment, kind: 'full', settled_at: paid, ...feeColumns })],
    orders: [orderRow({ ...order, state: refunded >= total ? 'refunded' : 'paid' })],
    items: items.map(([product_name, cents], at) => {
      const discount_cents = at === 0 ? off : 0
      return { ...itemRow({ ...line, product_name, price_cents: cents - discount_cents }), discount_cents }
    }),
  })
  await enterRefunds(database, id, refunds)
  if (sale.lostAt !== undefined)
    await enterDispute(database, { payment_id: id, amount_cents: total, settled_at: Date.parse(sale.lostAt) })
  if (off + ofDelivery > 0) await enterDiscount(database, { payment_id: id, person: email }, sale)
  if (checkout) await storeCheckout(database, id, checkout)
}

function costsOf({ items, delivery = 0, off = 0, ofDelivery = 0 }: Sale) {
  const itemsTotal = items.reduce((sum, [, cents]) => sum + cents, 0)
  return { itemsTotal, delivery, off, ofDelivery, total: itemsTotal + delivery - off - ofDelivery }
}

function checkoutFor(sale: Sale, settings: SellingSettings): Checkout | null {
  const { country, items } = sale
  if (country === undefined) return null
  const { itemsTotal, delivery, off, ofDelivery, total } = costsOf(sale)
  const amounts = [
    ...items.map(([, amount, taxClass], at) => ({ amount: amount - (at === 0 ? off : 0), taxClass })),
    { amount: delivery - ofDelivery, taxClass: 'standard' as const },
  ]
  const discounts = [{ name: 'Spring', code: null, goods: off, ofDelivery }]
  const { address } = checkoutOf()
  return checkoutOf({
    currency: settings.currency,
    promise: null,
    itemsTotal,
    deliveryPrice: delivery,
    total,
    ...(off + ofDelivery > 0 && { discounts }),
    tax: taxParts(amounts, settings.tax, country ?? settings.country),
    ...(country === null ? pickup : { address: address && { ...address, country } }),
  })
}

async function enterDiscount(
  database: ShopDatabase,
  use: Pick<DiscountUseRow, 'payment_id' | 'person'>,
  sale: Sale,
): Promise<void> {
  const discount = discountRow({ used: 1 })
  const { off: goods_cents, ofDelivery: delivery_cents } = costsOf(sale)
  const used = { id: newId(), discount_id: discount.id, number: 1, created_at: Date.parse(sale.paidAt) }
  await enter(database, { discounts: [discount] })
  await database.write(({ tx }) =>
    tx
      .insertInto('discount_uses')
      .values({ ...use, ...used, goods_cents, delivery_cents })
      .execute(),
  )
}

async function enterRefunds(
  database: ShopDatabase,
  paymentId: string,
  refunds: [at: string, cents: number][],
): Promise<void> {
  const rows = refunds.map(([at, amount_cents]) =>
    refundRow({ payment_id: paymentId, amount_cents, settled_at: Date.parse(at) }),
  )
  if (rows.length > 0) await database.write(({ tx }) => tx.insertInto('refunds').values(rows).execute())
}

/** Enters a dispute that was lost. `given` replaces some of the columns. */
export async function enterDispute(
  database: ShopDatabase,
  given: Pick<DisputeRow, 'payment_id'> & Partial<DisputeRow>,
): Promise<void> {
  const lost = { kind: 'dispute', status: 'lost', amount_cents: 1, settled_at: 1 } as const
  const dispute = { id: newId(), ...lost, reason: 'fraudulent', due_at: null, created_at: 1, dismissed_at: 1 }
  await database.write(({ tx }) =>
    tx
      .insertInto('disputes')
      .values({ ...dispute, ...given })
      .execute(),
  )
}

/** Enters a payment whose money came after it had failed, so that the shop returned it. It belongs to no order. */
async function enterLateMoney(database: ShopDatabase, { userId }: TestPerson): Promise<void> {
  const late = paymentRow({ user_id: userId, gateway: 'stripe', status: 'failed', reference: 'pi_late' })
  await enter(database, { payments: [{ ...late, amount_cents: 999 }] })
  await enterRefunds(database, late.id, [['2026-11-15T10:00:00Z', 999]])
}

/** Returns the database row of a refund that succeeded. `given` replaces some of the columns. */
export function refundRow(
  given: Pick<RefundRow, 'payment_id' | 'settled_at'> & Partial<RefundRow>,
): RefundRow {
  const id = newId()
  return {
    id,
    amount_cents: 1,
    status: 'succeeded',
    reference: `re_${id}`,
    reason: null,
    created_by: null,
    created_at: given.settled_at ?? 0,
    dismissed_at: null,
    ...given,
  }
}
