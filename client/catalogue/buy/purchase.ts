import type { QueryClient } from '@tanstack/react-query'
import { errorText, isRefusal } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { showError, showSuccess } from '#client/ui/toasts.tsx'
import type { NewOrder } from '#contract/cart.ts'
import type { Product } from '#contract/catalogue.ts'
import type { Person } from '#contract/identity/sign-in.ts'
import { formatPrice } from '#contract/values/money.ts'
import { specTexts, words } from '../texts.ts'
import { rememberGrind } from './grind-field.tsx'

/** What a customer has chosen for a product. `count` is the number to add to the cart, 1 if it is missing. */
export type Choice = { grind?: string | undefined; count?: number }

/** The fields of a product that the request to add it to the cart contains. */
export type Offered = Pick<Product, '_id' | 'name' | 'img' | 'price' | 'ratting'>

/** Shows that a product was added to the cart, and remembers the grind that was chosen. */
export function showAdded(client: QueryClient, { name }: Offered, { grind, count = 1 }: Choice): void {
  showSuccess(specTexts.added(words.several(name, count)))
  rememberGrind(client, grind)
}

/** Lets the cart of a user be fetched again. */
export function refetchCart(client: QueryClient, { email }: Person): void {
  void client.invalidateQueries({ queryKey: callQuery('GET /myCarts', { query: { email } }).queryKey })
}

/**
 * Returns the body of the request that adds a product to the cart. The price is the one that the page shows. A user
 * without a display name is named by the email address.
 */
export function newOrderOf(buyer: Person, product: Offered, { grind, count = 1 }: Choice = {}): NewOrder {
  return {
    email: buyer.email,
    customer: buyer.name.trim() || buyer.email,
    productName: product.name,
    img: product.img,
    price: product.price,
    ratting: product.ratting,
    productId: product._id,
    ...(grind !== undefined && { grind }),
    ...(count > 1 && { count }),
  }
}

/**
 * Shows why a product could not be added to the cart. If the server refused the request, for example because the
 * price has changed, the data on the page is outdated, so it is fetched again. The grinds may be outdated as well.
 */
export function showBuyError(
  client: QueryClient,
  { product, currency }: { product: Offered; currency: string },
  error: Error,
): void {
  showError(buyErrorText(error, product.name, currency))
  if (!isRefusal(error)) return
  void client.invalidateQueries({ queryKey: ['GET /coffeeDetails/{id}'] })
  void client.invalidateQueries({ queryKey: ['GET /coffee/{id}'] })
  void client.invalidateQueries({ queryKey: callQuery('GET /grinds').queryKey })
}

/**
 * Returns how many of a product can still be added if an addition was refused because too little is left, else null.
 */
export function leftToAdd(error: Error | null): number | null {
  return isRefusal(error) && error.code === 'sold-out' ? (error.body?.left ?? null) : null
}

/** Returns the text for a product that could not be added to the cart. */
export function buyErrorText(error: Error, productName: string, currency: string): string {
  if (!isRefusal(error)) return words.perhapsAdded(productName, errorText(error))
  const { price, detail, errors = [] } = error.body ?? {}
  if (errors.some(({ field }) => field === 'grind')) return words.grindGone(productName)
  switch (error.code) {
    case 'unknown-product':
      return words.notSold(productName)
    case 'sold-out':
      return words.tooFew(detail ?? errorText(error))
    case 'price-changed':
      return words.priceChanged(productName, price && formatPrice(price, currency))
    default:
      return errorText(error)
  }
}
