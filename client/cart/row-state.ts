import { toCents, toPrice } from '#contract/values/money.ts'
import type { OrderItem } from '#contract/cart.ts'

export type RowState = 'paid' | 'checking' | 'removed' | 'newPrice' | 'unpaid'

/** What a row of the cart is: the first that fits, so a paid item is paid whatever became of its product. */
export function rowState(item: OrderItem): RowState {
  if (item.payment === 'OK') return 'paid'
  if (item.checking) return 'checking'
  if (item.removed) return 'removed'
  return item.newPrice === undefined ? 'unpaid' : 'newPrice'
}

/** What paying an item costs today, in dollars as text. */
export function priceToPay(item: OrderItem): string {
  return item.newPrice ?? item.price
}

/** The items that can be paid now: neither paid, nor being checked, nor gone from the shop. */
export function payableItems(items: OrderItem[]): OrderItem[] {
  return items.filter((item) => ['unpaid', 'newPrice'].includes(rowState(item)))
}

/** The sum of what can be paid now, in dollars as text with two decimals. */
export function totalToPay(items: OrderItem[]): string {
  return toPrice(payableItems(items).reduce((sum, item) => sum + (toCents(priceToPay(item)) ?? 0), 0))
}

/** How many rows are in each state. */
export function countStates(items: OrderItem[]): Record<RowState, number> {
  const counts: Record<RowState, number> = { paid: 0, checking: 0, removed: 0, newPrice: 0, unpaid: 0 }
  for (const item of items) counts[rowState(item)] += 1
  return counts
}
