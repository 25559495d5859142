import type { PickList } from '#contract/orders/order-details.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { listLinesToPack, sumGramsToRoast } from './queries.ts'
import type { GramsToRoast, LineToPack } from './queries.ts'

/**
 * Returns the lines of all paid orders that still have to be packed, summed by product, weight and grind, and how many
 * grams of each coffee have to be roasted for them on each roast day. The earliest roast day comes first, and orders
 * without a promised day come last.
 */
export async function showPickList({ longRead }: ShopDatabase): Promise<PickList> {
  const [lines, roasts] = await Promise.all([listLinesToPack(longRead), sumGramsToRoast(longRead)])
  const groups = Map.groupBy(lines, keyOf)
  return {
    lines: [...groups.values()].flatMap(presentGroup).toSorted(byProduct),
    roasts: roasts.toSorted(byDay).map(presentRoast),
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
  const orders = new Map(group.map(({ order_id, number }) => [order_id, { _id: order_id, number }]))
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

/** A text that sorts after every date. */
const NO_DAY = '~'

function byDay(a: GramsToRoast, b: GramsToRoast): number {
  const [first, second] = [a.roast_on ?? NO_DAY, b.roast_on ?? NO_DAY]
  if (first !== second) return first < second ? -1 : 1
  return a.product_name.localeCompare(b.product_name)
}

function presentRoast({ roast_on, product_name, grams }: GramsToRoast) {
  return { ...(roast_on !== null && { roastOn: roast_on }), coffee: product_name, grams }
}
