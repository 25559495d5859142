import { withCents } from '#client/ui/price.tsx'
import type { OrderItem } from '#contract/cart.ts'
import { priceToPay, rowState } from './row-state.ts'
import { words } from './texts.ts'

/** What there is to know about an item beside its name and price, or null: before it is paid why, then where it is. */
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

/** What an item was sold as, for those with the same name and picture. Null when that is not known. */
export function soldAs({ brand, bag }: OrderItem): string | null {
  if (brand) return words.coffeeOf(brand)
  return bag ? words.bagOf(bag) : null
}

/** What deleting an item does not do, where somebody might think that it does. */
export function deleteNote(item: OrderItem): string | undefined {
  return rowState(item) === 'paid' ? words.notCancelled : undefined
}
