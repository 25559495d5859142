import type { OrderItem } from '#contract/cart.ts'
import { MAX_ITEMS } from '#contract/values/limits.ts'
import { formatPrice, toAmountText, toMinor } from '#contract/values/money.ts'
import { words } from './texts.ts'

export type RowState = 'refunded' | 'paid' | 'checking' | 'removed' | 'soldOut' | 'newPrice' | 'unpaid'

/**
 * Returns the state of an item in the cart. If several states apply, the first of `refunded`, `paid`, `checking`,
 * `removed`, `soldOut` and `newPrice` is returned: a paid item is `paid` even if its product is no longer sold.
 */
export function rowState(item: OrderItem): RowState {
  if (item.refunded) return 'refunded'
  if (item.payment === 'OK') return 'paid'
  if (item.checking) return 'checking'
  if (item.removed) return 'removed'
  if (item.soldOut) return 'soldOut'
  return item.newPrice === undefined ? 'unpaid' : 'newPrice'
}

/** Returns whether an item belongs to a paid order, also if the order was refunded since. */
export function isPaid({ payment }: OrderItem): boolean {
  return payment === 'OK'
}

/**
 * Returns the current price of an item as text. `item.price` is the price at the time when the item was
 * added to the cart.
 */
export function priceToPay(item: OrderItem): string {
  return item.newPrice ?? item.price
}

/**
 * Returns the items that can be paid now: they are not paid, no payment is being checked, and the product is still
 * sold and left.
 */
export function payableItems(items: OrderItem[]): OrderItem[] {
  return items.filter((item) => ['unpaid', 'newPrice'].includes(rowState(item)))
}

/** Returns the items that can be paid, or could be if enough of their products were left. */
export function wantedItems(items: OrderItem[]): OrderItem[] {
  return items.filter((item) => ['unpaid', 'newPrice', 'soldOut'].includes(rowState(item)))
}

/** Returns the total price of the items that can be paid now, as text with all decimals of the currency. */
export function totalToPay(items: OrderItem[], currency: string): string {
  return sumOf(payableItems(items), currency)
}

/** Returns the price of all items, as text. */
export function sumOf(items: OrderItem[], currency: string): string {
  const prices = items.map((item) => toMinor(priceToPay(item), currency) ?? 0)
  return toAmountText(
    prices.reduce((sum, price) => sum + price, 0),
    currency,
  )
}

export function countStates(items: OrderItem[]): Record<RowState, number> {
  const counts = { refunded: 0, paid: 0, checking: 0, removed: 0, soldOut: 0, newPrice: 0, unpaid: 0 }
  for (const item of items) counts[rowState(item)] += 1
  return counts
}

/**
 * Returns the note below the name of an item: the delivery state of a paid item, otherwise the new price or the
 * reason why the item cannot be paid. Returns null if there is nothing to say.
 */
export function rowNote(item: OrderItem, currency: string): string | null {
  switch (rowState(item)) {
    case 'paid':
      return item.delivery ? words.delivery(item.delivery) : null
    case 'newPrice':
      return words.newPrice(formatPrice(priceToPay(item), currency), formatPrice(item.price, currency))
    case 'checking':
      return item.paymentId ? words.notCompleted : words.checkingPayment
    case 'removed':
      return words.removed
    case 'soldOut':
      return words.soldOut
    case 'refunded':
    case 'unpaid':
      return null
  }
}

/**
 * Returns a text with the brand or the bag category of an item, or null if neither is known. The text distinguishes
 * items that have the same name and picture.
 */
export function soldAs({ brand, bag }: OrderItem): string | null {
  if (brand) return words.coffeeOf(brand)
  return bag ? words.bagOf(bag) : null
}

/**
 * Returns the note for the Delete button of a paid item: deleting the item from the list does not cancel the order.
 * Returns undefined for an item that is not paid.
 */
export function deleteNote(item: OrderItem): string | undefined {
  return rowState(item) === 'paid' ? words.notCancelled : undefined
}

/**
 * Unpaid items of the cart with the same product, size, grind, rhythm and roaster’s choice, oldest first. Those that a payment has
 * reserved are a row of their own. `_id` is the id of the oldest, so that it stays the same when items are added.
 */
export type CartRow = { _id: string; first: OrderItem; items: OrderItem[] }

/** Groups items, which are sorted from the oldest to the newest, to rows. The row with the newest first item comes first. */
export function rowsOf(items: OrderItem[]): CartRow[] {
  const rows = Map.groupBy(
    items,
    ({ productId, productName, weight, grind, everyWeeks, roastersChoice, checking, paymentId }) =>
      JSON.stringify([
        productId ?? productName,
        weight,
        grind,
        everyWeeks,
        roastersChoice,
        checking,
        paymentId,
      ]),
  )
  return [...rows.values()]
    .flatMap(([first, ...others]) => (first ? [{ _id: first._id, first, items: [first, ...others] }] : []))
    .toReversed()
}

/** Returns how many of a row's product can be in the row. Rows that differ only in the grind share what is left. */
export function maxQuantity({ first, items }: CartRow, cart: OrderItem[]): number {
  if (first.left === undefined) return MAX_ITEMS
  const { productId, weight } = first
  const inCart = wantedItems(cart).filter((item) => item.productId === productId && item.weight === weight)
  return Math.max(0, first.left - (inCart.length - items.length))
}

/** Returns the notes of a row: what has changed since its items were added, and what is left. */
export function rowNotes({ first, items }: CartRow, currency: string): string[] {
  if (['checking', 'removed'].includes(rowState(first))) return [rowNote(first, currency) ?? '']
  const changed = items.find(({ newPrice }) => newPrice !== undefined)
  return [
    changed &&
      words.newPrice(formatPrice(priceToPay(changed), currency), formatPrice(changed.price, currency)),
    first.left !== undefined && words.onlyLeft(first.left),
  ].filter((note) => typeof note === 'string')
}
