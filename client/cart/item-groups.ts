import type { OrderItem } from '#contract/cart.ts'
import { priceToPay } from './row-state.ts'

/**
 * Items of the cart that have the same product, price, weight and grind. A group may have only one item. `before` is
 * the number of items in the groups before this one. `key` stays the same when items are added or removed.
 */
export type ItemGroup = { key: string; items: OrderItem[]; before: number }

/**
 * Groups the items that have the same product, price, weight and grind. A group stands where its first item was. The
 * state of an item does not matter, so that an item keeps its place when it is paid.
 */
export function groupItems(items: OrderItem[]): ItemGroup[] {
  const groups = new Map<string, OrderItem[]>()
  for (const item of items) {
    const key = sameness(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return numbered([...groups])
}

export function asRows(items: OrderItem[]): ItemGroup[] {
  return numbered(items.map((item) => [item._id, [item]]))
}

function sameness(item: OrderItem): string {
  const { productId, productName, weight, grind } = item
  return JSON.stringify([productId, productName, priceToPay(item), weight, grind])
}

function numbered(groups: [string, OrderItem[]][]): ItemGroup[] {
  let before = 0
  return groups.map(([key, items]) => {
    const group = { key, items, before }
    before += items.length
    return group
  })
}
