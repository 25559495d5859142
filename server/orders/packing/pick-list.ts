import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { NumberedOrder, OpenOrder, PickList } from '#contract/orders/pick-list.ts'
import { toAmountText } from '#contract/values/money.ts'
import { AS_PRESENT } from '#contract/values/orders/subscriptions.ts'
import type { OrderMark } from '#contract/values/states.ts'
import type { Db } from '#server/shop-database.ts'
import type { CartItemRow, CheckoutRow, OrderRow } from '#server/tables.ts'
import type { DisputeRow } from '#server/tables/payment-rows.ts'
import type { Orders } from '../orders.ts'
import { disputeKind } from '../queries.ts'

/*
 * The states are written into the SQL text instead of being parameters. Otherwise the databases would not use the
 * partial indexes of the orders in these states.
 */
export const isPaid = sql<SqlBool>`orders.state = 'paid'`
const isWaiting = sql<SqlBool>`orders.state = 'waiting'`
/**
 * These are packed before they are paid, because they are paid at pickup and not by transfer. An order is left out once its
 * customer was told that it is ready.
 */
export const isPickupToPack = sql<SqlBool>`orders.state = 'waiting' AND orders.notified_at IS NULL
  AND checkouts.method_kind = 'pickup'
  AND EXISTS (SELECT 1 FROM payments WHERE payments.id = orders.payment_id AND payments.gateway IN ('pickup', 'later'))`
const isPacked = sql<SqlBool>`orders.state = 'packed'`
/** The first condition is that of the partial index. */
const isSentOrReady = sql<SqlBool>`orders.state IN ('packed', 'sent', 'ready') AND orders.state <> 'packed'`

type MarkedOrder = OrderRow & {
  dispute: DisputeRow['kind'] | null
  method_kind: CheckoutRow['method_kind'] | null
}

/** A line that waits to be packed, with its order and the roast day that was promised. */
type LineToPack = Pick<CartItemRow, 'product_name' | 'brand' | 'bag' | 'weight_grams' | 'grind'> &
  Pick<MarkedOrder, 'number' | 'withdrawn_at' | 'dispute'> & {
    order_id: string
    roast_on: CheckoutRow['roast_on'] | null
  }

const MAX_LISTED = 100

/**
 * Returns what has to be packed, summed over all paid orders and all that are paid at pickup, how much of each
 * coffee has to be roasted for it, and the other orders that are not delivered yet. Roast days are in order, and orders
 * without a promised day come last.
 */
export async function showPickList({
  database: { longRead },
  currency,
}: Pick<Orders, 'database' | 'currency'>): Promise<PickList> {
  const inCurrency = await currency()
  const presentOne = (order: MarkedOrder) => presentOpen(order, inCurrency)
  const [paid, pickups, waiting, packed, sentOrReady] = await Promise.all([
    linesOfOrders(longRead).where(isPaid).execute(),
    linesOfOrders(longRead).where(isPickupToPack).execute(),
    newestOrders(longRead).where(isWaiting).execute(),
    newestOrders(longRead).where(isPacked).execute(),
    newestOrders(longRead).where(isSentOrReady).execute(),
  ])
  const lines = [...paid, ...pickups].toSorted((a, b) => a.number - b.number)
  const groups = Map.groupBy(lines, keyOf)
  const onTheWay = [...packed, ...sentOrReady].toSorted((a, b) => (a.id > b.id ? -1 : 1))
  return {
    lines: [...groups.values()].flatMap(presentGroup).toSorted(byProduct),
    roasts: sumGramsToRoast(lines).toSorted(byDay),
    waiting: waiting.map(presentOne),
    onTheWay: onTheWay.map(presentOne),
  }
}

function linesOfOrders(db: Db) {
  return db
    .selectFrom('orders')
    .innerJoin('cart_items', 'cart_items.payment_id', 'orders.payment_id')
    .leftJoin('checkouts', 'checkouts.payment_id', 'orders.payment_id')
    .select([
      'orders.id as order_id',
      'orders.number',
      'orders.withdrawn_at',
      disputeKind.as('dispute'),
      'checkouts.roast_on',
      'cart_items.product_name',
      'cart_items.brand',
      'cart_items.bag',
      'cart_items.weight_grams',
      'cart_items.grind',
    ])
    .orderBy('orders.id')
    .orderBy('cart_items.id')
}

function newestOrders(db: Db) {
  return db
    .selectFrom('orders')
    .leftJoin('checkouts', 'checkouts.payment_id', 'orders.payment_id')
    .selectAll('orders')
    .select([disputeKind.as('dispute'), 'checkouts.method_kind'])
    .orderBy('orders.id', 'desc')
    .limit(MAX_LISTED)
}

function keyOf({ product_name, brand, bag, weight_grams, grind }: LineToPack): string {
  return JSON.stringify([product_name, brand ?? bag, weight_grams, grind])
}

type PickLine = PickList['lines'][number]

function presentGroup(group: LineToPack[]): PickLine[] {
  const [first] = group
  if (!first) return []
  const { product_name, brand, bag, weight_grams, grind } = first
  const soldAs = brand ?? bag
  const orders = new Map(group.map((line) => [line.order_id, presentNumber({ ...line, id: line.order_id })]))
  return [
    {
      product: product_name,
      ...(soldAs !== null && { soldAs }),
      ...(weight_grams !== null && { weight: weight_grams }),
      ...(grind !== null && { grind }),
      count: group.length,
      orders: [...orders.values()],
    },
  ]
}

function byProduct(a: PickLine, b: PickLine): number {
  return (
    a.product.localeCompare(b.product) ||
    (a.weight ?? 0) - (b.weight ?? 0) ||
    (a.grind ?? '').localeCompare(b.grind ?? '')
  )
}

type RoastLine = PickList['roasts'][number]

/** Sums the grams of each coffee by roast day. Lines without a weight are left out. */
function sumGramsToRoast(lines: LineToPack[]): RoastLine[] {
  const weighed = lines.filter(({ weight_grams }) => weight_grams !== null)
  const groups = Map.groupBy(weighed, ({ roast_on, product_name }) =>
    JSON.stringify([roast_on, product_name.replace(AS_PRESENT, '')]),
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { roast_on, product_name: coffee } = first
    const grams = group.reduce((sum, { weight_grams }) => sum + (weight_grams ?? 0), 0)
    return [
      { ...(roast_on !== null && { roastOn: roast_on }), coffee: coffee.replace(AS_PRESENT, ''), grams },
    ]
  })
}

/** A text that sorts after every date. */
const NO_DAY = '~'

function byDay(a: RoastLine, b: RoastLine): number {
  const [first, second] = [a.roastOn ?? NO_DAY, b.roastOn ?? NO_DAY]
  if (first !== second) return first < second ? -1 : 1
  return a.coffee.localeCompare(b.coffee)
}

function presentOpen(order: MarkedOrder, currency: string): OpenOrder {
  const { state, customer, total_cents, created_at, method_kind } = order
  const total = toAmountText(total_cents, currency)
  const isPickup = method_kind === 'pickup' && { isPickup: true as const }
  return { ...presentNumber(order), ...isPickup, state, customer, total, orderedAt: created_at }
}

type Numbered = Pick<MarkedOrder, 'id' | 'number' | 'withdrawn_at' | 'dispute'>

function presentNumber(order: Numbered): NumberedOrder {
  const marks = marksOf(order)
  return { _id: order.id, number: order.number, ...(marks.length > 0 && { marks }) }
}

function marksOf({ withdrawn_at, dispute }: Numbered): OrderMark[] {
  return [
    ...(withdrawn_at === null ? [] : ['withdrawn' as const]),
    ...(dispute === null ? [] : [DISPUTE_MARKS[dispute]]),
  ]
}

const DISPUTE_MARKS = { dispute: 'disputed', warning: 'fraud-warning' } as const
