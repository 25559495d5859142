import type { OrderedProduct } from '#contract/orders.ts'

/** Lines of an order with the same product, weight and grind. `count` is their number, and `weight` is in grams. */
export type PackLine = {
  key: string
  count: number
  name: string
  weight?: number | undefined
  grind?: string | undefined
}

/** Groups the lines of an order by product, weight and grind. The groups are in the order of their first lines. */
export function linesToPack(items: OrderedProduct[]): PackLine[] {
  const groups = Map.groupBy(items, ({ productName, weight, grind }) =>
    JSON.stringify([productName, weight, grind]),
  )
  return [...groups].flatMap(([key, [first, ...others]]) => {
    if (!first) return []
    const { productName: name, weight, grind } = first
    return [{ key, count: 1 + others.length, name, weight, grind }]
  })
}
