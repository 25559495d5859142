import type { PackedOrder } from '#contract/orders/order-details.ts'
import { lotText } from '../lots/texts.ts'

/**
 * Groups the lines of an order by product, weight, grind and the lots from which they are packed. The groups are in the order
 * of their first lines. `count` is the number of lines, `weight` is in grams, and `lots` is a text.
 */
export function linesToPack({ items, lots }: Pick<PackedOrder, 'items' | 'lots'>) {
  const lotsOf = new Map(lots.map((found) => [found.line, found.lots.map(lotText).join('; ')]))
  const groups = Map.groupBy(items, ({ _id, productName, weight, grind }) =>
    JSON.stringify([productName, weight, grind, lotsOf.get(_id)]),
  )
  return [...groups].flatMap(([key, [first, ...others]]) => {
    if (!first) return []
    const { _id, productName: name, weight, grind } = first
    return [{ key, count: 1 + others.length, name, weight, grind, lots: lotsOf.get(_id) }]
  })
}
