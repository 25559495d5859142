import type { QueryClient } from '@tanstack/react-query'
import { presentOf } from '#client/guests/guest-cart.ts'
import type { Choice, Offered } from '#client/guests/guest-cart.ts'
import { api, ApiError, errorText, isRefusal } from '#client/lib/api.ts'
import { useCurrency, usePageState } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { showError, showSuccess } from '#client/ui/toasts.tsx'
import type { NewOrder } from '#contract/cart.ts'
import type { Person } from '#contract/identity/sign-in.ts'
import { formatPrice, toAmountText, toMinor } from '#contract/values/money.ts'
import { specTexts, words } from '../texts.ts'
import { rememberGrind } from './grind-field.tsx'

/** How long to wait before a request that got no response is sent again, in ms. */
const RETRY_MS = [500, 1000, 2000, 4000, 8000, 8000]

/**
 * Adds a product to the cart. A request that got no response, or the error of a server that is not there, is sent again
 * for about 20 seconds. Its `requestId` is the same each time, so that nothing is added twice.
 */
export async function addToCart(order: NewOrder & { requestId: string }) {
  const send = () => api('POST /orders', { body: order })
  for (const ms of RETRY_MS) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof ApiError) || isRefusal(error)) throw error
    }
    await waitForNetwork(ms)
  }
  return send()
}

/** Waits for `ms` milliseconds, or until the browser has a network again. */
function waitForNetwork(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  addEventListener('online', () => resolve(), { once: true })
  return promise.finally(() => clearTimeout(timer))
}

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
export function newOrderOf(buyer: Person, product: Offered, chosen: Choice = {}): NewOrder {
  const { grind, count = 1 } = chosen
  return {
    email: buyer.email,
    customer: buyer.name.trim() || buyer.email,
    productName: product.name,
    img: product.img,
    price: product.price,
    ratting: product.ratting,
    productId: product._id,
    ...(grind !== undefined && { grind }),
    ...presentOf(chosen),
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

const NOT_OFFERED = [
  { name: 'grind', text: words.grindGone },
  { name: 'everyWeeks', text: words.rhythmGone },
]

export function buyErrorText(error: Error, productName: string, currency: string): string {
  if (!isRefusal(error)) return words.perhapsAdded(productName, errorText(error))
  const { price, detail, errors = [] } = error.body ?? {}
  const gone = NOT_OFFERED.find(({ name }) => errors.some(({ field }) => field === name))
  if (gone) return gone.text(productName)
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

/**
 * Returns what the Buy button says. Where a shop does not pay at once, the button only fills the cart, and says for how much.
 */
export function useBuyText(wanted?: { price: string; count: number }): string {
  const { paysAtOnce } = usePageState().settings
  const currency = useCurrency()
  if (paysAtOnce) return specTexts.buyNow
  if (!wanted) return words.addToCart
  const total = (toMinor(wanted.price, currency) ?? 0) * wanted.count
  return words.addToCartFor(formatPrice(toAmountText(total, currency), currency))
}
