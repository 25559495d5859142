import type { OrderedProduct } from '#contract/orders.ts'

/** Equal lines of an order, and how many there are. */
export type PackLine = {
  key: string
  count: number
  name: string
  weight?: number | undefined
  grind?: string | undefined
}

/** Counts the lines of an order that have the same product, weight and grind, in the order of the first of them. */
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
