import type { GuestItem, OrderItem } from '#contract/cart.ts'
import { Problem } from '#contract/errors.ts'
import { MAX_ITEMS } from '#contract/values/limits.ts'
import { toMinor } from '#contract/values/money.ts'
import type { Products, SoldProduct } from '#server/catalogue/find-product.ts'
import { newId } from '#server/platform/clock.ts'
import type { CartItemRow, UserRow } from '#server/tables.ts'
import type { SubscriptionRow } from '#server/tables/subscription-rows.ts'
import { choiceOf, newLine } from './add-to-cart.ts'
import type { Cart } from './cart.ts'
import { presentCart } from './list-cart.ts'
import { priceOf, withStock } from './payable-lines.ts'
import type { PricedLine } from './payable-lines.ts'

/** The owner of a guest's cart before the checkout, when the name and the email address are not known yet. */
const UNKNOWN_OWNER = { userId: '', email: '', name: '' }

/** How many of a product somebody wants to buy. The prices of the browser are not needed. */
export type WantedItem = Omit<GuestItem, 'price'>

/** A line of a guest's cart. `product` is null if it is no longer sold. */
export type GuestLine = { row: CartItemRow; product: SoldProduct | null }

/**
 * Returns the lines of the cart that the browser of a guest has, as the cart of an account stores them. Their ids are made
 * from their places in the cart. Returns a problem if they are more than a cart can have.
 */
export async function linesOfGuest(
  products: Products,
  items: readonly WantedItem[],
): Promise<GuestLine[] | Problem> {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  if (count > MAX_ITEMS) return new Problem('cart-full')
  const lines: GuestLine[] = []
  for (const [index, { productId, quantity, grind = null, everyWeeks = null, ...item }] of items.entries()) {
    const product = await products.byId(productId)
    const row = {
      ...newLine(UNKNOWN_OWNER, product ?? { ...REMOVED, id: productId }),
      ...UNPAID,
      grind,
      every_weeks: everyWeeks,
      roasters_choice: choiceOf(everyWeeks, item.roastersChoice),
    }
    for (let one = 0; one < quantity; one++) lines.push({ row: { ...row, id: `${index}-${one}` }, product })
  }
  return lines
}

/** Returns new lines of a person that are in no cart, for example those of a delivery. `product` has the agreed price. */
export function linesOutsideCart(
  { id: userId, email, name }: Pick<UserRow, 'id' | 'email' | 'name'>,
  { grind, quantity }: Pick<SubscriptionRow, 'grind' | 'quantity'>,
  product: SoldProduct,
): PricedLine[] {
  return Array.from({ length: quantity }, () => {
    const row = { ...newLine({ userId, email, name }, product), ...UNPAID, grind, id: newId() }
    return { row, product }
  })
}

const UNPAID = {
  payment: null,
  payment_id: null,
  order_id: null,
  paid_at: null,
  removed_at: null,
  delivery: null,
} as const

/** What the server says of a product that is no longer sold. The browser knows its name and its picture. */
const REMOVED = { name: '', img: '', priceCents: 0, rating: 0, brand: null, bag: null, weightGrams: null }

/** Returns the cart of a guest as `GET /myCarts` returns that of an account, with the prices and the stock of now. */
export async function listGuestCart(cart: Cart, items: readonly GuestItem[]): Promise<OrderItem[] | Problem> {
  const lines = await linesOfGuest(cart.products, items)
  if (lines instanceof Problem) return lines
  const settings = await cart.settings()
  const seen = lines.map(({ row, product }) => {
    const price = items[Number.parseInt(row.id, 10)]?.price ?? ''
    const priceCents = toMinor(price, settings.currency) ?? row.price_cents
    return {
      row: { ...row, price_cents: priceOf(row, { priceCents }, settings), order_state: null },
      product,
    }
  })
  return (await presentCart(cart, UNKNOWN_OWNER, seen)).items
}

/** Returns what a guest wants to pay for. Products that are no longer sold are left out. */
export async function listPayableOfGuest(
  { database, products }: Pick<Cart, 'database' | 'products'>,
  items: readonly WantedItem[],
): Promise<PricedLine[] | Problem> {
  const lines = await linesOfGuest(products, items)
  if (lines instanceof Problem) return lines
  return withStock(
    database.read,
    lines.flatMap(({ row, product }) => (product ? [{ row, product }] : [])),
  )
}
