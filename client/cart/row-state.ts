import { withCents } from '#client/ui/price.tsx'
import { toCents, toPrice } from '#contract/values/money.ts'
import type { OrderItem } from '#contract/cart.ts'
import { words } from './texts.ts'

export type RowState = 'paid' | 'checking' | 'removed' | 'newPrice' | 'unpaid'

/** Returns the first state that fits: a paid item is `paid` even if its product is no longer sold. */
export function rowState(item: OrderItem): RowState {
  if (item.payment === 'OK') return 'paid'
  if (item.checking) return 'checking'
  if (item.removed) return 'removed'
  return item.newPrice === undefined ? 'unpaid' : 'newPrice'
}

/** The price of an item today, in dollars as text. */
export function priceToPay(item: OrderItem): string {
  return item.newPrice ?? item.price
}

/** The items that can be paid now: not paid, not being checked, and still sold. */
export function payableItems(items: OrderItem[]): OrderItem[] {
  return items.filter((item) => ['unpaid', 'newPrice'].includes(rowState(item)))
}

/** The sum of the payable items, in dollars as text with two decimals. */
export function totalToPay(items: OrderItem[]): string {
  return toPrice(payableItems(items).reduce((sum, item) => sum + (toCents(priceToPay(item)) ?? 0), 0))
}

/** The number of items in each state. */
export function countStates(items: OrderItem[]): Record<RowState, number> {
  const counts: Record<RowState, number> = { paid: 0, checking: 0, removed: 0, newPrice: 0, unpaid: 0 }
  for (const item of items) counts[rowState(item)] += 1
  return counts
}

/** The note under the name of an item: why it cannot be paid at its price, or its delivery state once it is paid. */
export function rowNote(item: OrderItem): string | null {
  switch (rowState(item)) {
    case 'paid':
      return item.delivery ? words.delivery(item.delivery) : null
    case 'newPrice':
      return words.newPrice(withCents(priceToPay(item)), withCents(item.price))
    case 'checking':
      return words.checkingPayment
    case 'removed':
      return words.removed
    case 'unpaid':
      return null
  }
}

/** The brand or bag category of an item, which tells items with the same name and picture apart. Null if unknown. */
export function soldAs({ brand, bag }: OrderItem): string | null {
  if (brand) return words.coffeeOf(brand)
  return bag ? words.bagOf(bag) : null
}

/** Deleting a paid item from the list does not cancel the order. This note says so. */
export function deleteNote(item: OrderItem): string | undefined {
  return rowState(item) === 'paid' ? words.notCancelled : undefined
}
