import type { PackedOrder } from '#contract/orders/order-details.ts'
import type { OrderedProduct } from '#contract/orders.ts'
import { lotText } from '../lots/texts.ts'

/** Returns the lines of an order, each with the lots from which it is packed, as text. */
export function withLots({ items, lots }: PackedOrder) {
  const texts = new Map(lots.map((found) => [found.line, found.lots.map(lotText).join('; ')]))
  return items.map((item) => ({ ...item, lots: texts.get(item._id) }))
}

/** Lines of an order with the same product, weight, grind and lots. `count` is their number, and `weight` is in grams. */
type PackLine = {
  key: string
  count: number
  name: string
  weight?: number | undefined
  grind?: string | undefined
  lots?: string | undefined
}

/** Groups the lines of an order by product, weight, grind and lots. The groups are in the order of their first lines. */
export function linesToPack(items: (SoldItem & Pick<PackLine, 'lots'>)[]): PackLine[] {
  const groups = Map.groupBy(items, ({ productName, weight, grind, lots }) =>
    JSON.stringify([productName, weight, grind, lots]),
  )
  return [...groups].flatMap(([key, [first, ...others]]) => {
    if (!first) return []
    const { productName: name, weight, grind, lots } = first
    return [{ key, count: 1 + others.length, name, weight, grind, lots }]
  })
}

type SoldItem = Pick<OrderedProduct, 'productName' | 'weight' | 'grind'>
