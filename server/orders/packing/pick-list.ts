import type { NumberedOrder, OpenOrder, PickList } from '#contract/orders/order-details.ts'
import { toPrice } from '#contract/values/money.ts'
import type { OrderMark } from '#contract/values/states.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { listOrdersOnTheWay, listPaidLines, listWaitingOrders, listWaitingPickupLines } from './queries.ts'
import type { LineToPack, MarkedOrder } from './queries.ts'

/**
 * Returns what has to be packed, summed over all paid orders and all pickups that are paid later, how much of each
 * coffee has to be roasted for it, and the other orders that are not delivered yet. Roast days are in order, and orders
 * without a promised day come last.
 */
export async function showPickList({ longRead }: ShopDatabase): Promise<PickList> {
  const [paid, pickups, waiting, onTheWay] = await Promise.all([
    listPaidLines(longRead),
    listWaitingPickupLines(longRead),
    listWaitingOrders(longRead),
    listOrdersOnTheWay(longRead),
  ])
  const lines = [...paid, ...pickups].toSorted((a, b) => a.number - b.number)
  const groups = Map.groupBy(lines, keyOf)
  return {
    lines: [...groups.values()].flatMap(presentGroup).toSorted(byProduct),
    roasts: sumGramsToRoast(lines).toSorted(byDay),
    waiting: waiting.map(presentOpen),
    onTheWay: onTheWay.map(presentOpen),
  }
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
    JSON.stringify([roast_on, product_name]),
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { roast_on, product_name: coffee } = first
    const grams = group.reduce((sum, { weight_grams }) => sum + (weight_grams ?? 0), 0)
    return [{ ...(roast_on !== null && { roastOn: roast_on }), coffee, grams }]
  })
}

/** A text that sorts after every date. */
const NO_DAY = '~'

function byDay(a: RoastLine, b: RoastLine): number {
  const [first, second] = [a.roastOn ?? NO_DAY, b.roastOn ?? NO_DAY]
  if (first !== second) return first < second ? -1 : 1
  return a.coffee.localeCompare(b.coffee)
}

function presentOpen(order: MarkedOrder): OpenOrder {
  const { state, customer, total_cents, created_at } = order
  return { ...presentNumber(order), state, customer, total: toPrice(total_cents), orderedAt: created_at }
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
