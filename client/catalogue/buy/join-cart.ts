import type { QueryClient } from '@tanstack/react-query'
import { clearGuestCart, readGuestCart, removeItem, takeOutPaid } from '#client/guests/guest-cart.ts'
import type { KeptItem } from '#client/guests/guest-cart.ts'
import { isPlaced } from '#client/guests/open-payment.ts'
import { forgetLogin } from '#client/identity/login-reason.ts'
import { api, isRefusal, request } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { priceForSubscriber } from '#client/ui/subscriptions/subscription-offer.ts'
import { showInfo } from '#client/ui/toasts.tsx'
import type { Person } from '#contract/identity/sign-in.ts'
import { AS_GUEST } from '#contract/values/as-guest.ts'
import { MAX_AT_ONCE } from '#contract/values/limits.ts'
import { formatPrice } from '#contract/values/money.ts'
import { words } from '../texts.ts'
import { addToCart, leftToAdd, newOrderOf, showAdded, showBuyError } from './purchase.ts'

/**
 * Adds all items, the oldest first. An item stays in the browser until the server has answered, and has the same request id
 * each time, so that it is added once. What is paid already is not added.
 */
export async function joinCart(client: QueryClient, buyer: Person, currency: string): Promise<void> {
  const paymentId = readGuestCart()?.paymentId
  if (paymentId !== undefined && (await isPaidByGuest(paymentId))) takeOutPaid()
  for (const item of readGuestCart()?.items ?? []) await joinItem(client, buyer, { item, currency })
  clearGuestCart()
  forgetLogin()
}

/**
 * Returns whether a payment that was opened before the login has placed its order. One that can still be cancelled is.
 * It may have come into the account with the login. Otherwise, the server knows the browser by the cookie that it got with
 * the payment.
 */
async function isPaidByGuest(id: string): Promise<boolean> {
  const params = { id }
  const { status } = await request('GET /payment/{id}', { params }, asGuest)
    .catch(() => api('GET /payment/{id}', { params }))
    .catch(() => UNKNOWN)
  if (status !== 'checking' && status !== 'not-started') return isPlaced(status)
  const after = await request('DELETE /payment/{id}', { params }, asGuest).catch(() => UNKNOWN)
  return isPlaced(after.status)
}

const asGuest = { authorization: AS_GUEST }
const UNKNOWN = { status: undefined }

type Joining = { item: KeptItem; currency: string }

/**
 * Adds one item, in several requests if it has more pieces than one may have, and removes it from the browser. Rejects if
 * the server cannot be reached.
 */
async function joinItem(client: QueryClient, buyer: Person, { item, currency }: Joining): Promise<void> {
  const { id, product } = item
  const sold = { ...item, product: { ...product, price: await priceNow(client, item, currency) } }
  let added = 0
  try {
    while (added < item.count) {
      const count = Math.min(item.count - added, MAX_AT_ONCE)
      const part = { ...sold, id: added === 0 ? id : `${id}-${added}`, count }
      const got = await addAsPossible(buyer, part, currency)
      added += got
      if (got < count) break
    }
  } catch (error) {
    // The cast is safe because `api` throws only errors.
    showBuyError(client, { product, currency }, error as Error)
    if (!isRefusal(error)) throw error
  }
  if (added > 0) showAdded(client, product, { grind: item.grind, count: added })
  removeItem(id)
}

/** Returns the price of one piece. The browser keeps the one without a subscription. */
async function priceNow(
  client: QueryClient,
  { product: { price }, everyWeeks }: KeptItem,
  currency: string,
): Promise<string> {
  if (everyWeeks === undefined) return price
  const { subscriptions } = await client.fetchQuery(callQuery('GET /grinds'))
  return subscriptions ? priceForSubscriber(price, subscriptions, currency) : price
}

/**
 * Adds an item to the cart: at the new price if the price has changed, and as many as are left. A toast says so. Returns how
 * many were added.
 */
async function addAsPossible(buyer: Person, item: KeptItem, currency: string): Promise<number> {
  const { id: requestId, product, count } = item
  try {
    await addToCart({ ...newOrderOf(buyer, product, item), requestId })
    return count
  } catch (error) {
    if (!isRefusal(error)) throw error
    const { price } = error.body ?? {}
    if (error.code === 'price-changed' && price !== undefined && price !== product.price) {
      showInfo(words.nowCosts(product.name, formatPrice(price, currency)))
      return addAsPossible(buyer, { ...item, product: { ...product, price } }, currency)
    }
    const left = leftToAdd(error) ?? 0
    if (left === 0 || left >= count) throw error
    showInfo(words.noMoreLeft(product.name))
    return addAsPossible(buyer, { ...item, count: left }, currency)
  }
}
