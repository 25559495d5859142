/** An unpaid line of the cart. `soldOut` is set if too little is left of the product for it. */
export type Wanted = { _id: string; productId?: string; productName: string; soldOut?: true }

/**
 * A product of which only `left` of the `wanted` lines in the cart can be bought. `extra` are the ids of the other
 * lines.
 */
export type Shortage = { productId: string; name: string; left: number; wanted: number; extra: string[] }

/** Returns the products of which fewer are left than the cart has. `lines` are the unpaid lines of the cart. */
export function shortagesOf(lines: readonly Wanted[]): Shortage[] {
  const products = Map.groupBy(lines, ({ productId = '' }) => productId)
  return [...products].flatMap(([productId, same]) => {
    const extra = same.filter(({ soldOut }) => soldOut).map(({ _id }) => _id)
    const [first] = same
    if (!first || extra.length === 0) return []
    const wanted = same.length
    return [{ productId, name: first.productName, left: wanted - extra.length, wanted, extra }]
  })
}
