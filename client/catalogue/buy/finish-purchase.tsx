import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '#client/identity/session.tsx'
import { api } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { showError } from '#client/ui/toasts.tsx'
import type { Product } from '#contract/catalogue.ts'
import type { Person } from '#contract/identity.ts'
import { findPage } from '#contract/pages.ts'
import { words } from '../texts.ts'
import { isKeptHere, takePurchase } from './pending-purchase.ts'
import { newOrderOf, refetchCart, showAdded, showBuyError } from './purchase.ts'

/**
 * How long another tab waits, in ms. A login signs in all tabs of the browser. The tab in which the visitor pressed Buy
 * Now makes the purchase, and another one only if that tab has been closed.
 */
const OTHER_TAB_MS = 4000

/** Makes the purchase that a visitor wanted to make before signing in, once. */
export function FinishPurchase() {
  const { user } = useSession()
  const client = useQueryClient()
  useEffect(() => {
    if (!user) return undefined
    const timer = setTimeout(() => void finishPurchase(client, user), isKeptHere() ? 0 : OTHER_TAB_MS)
    return () => clearTimeout(timer)
  }, [client, user])
  return null
}

async function finishPurchase(client: QueryClient, buyer: Person): Promise<void> {
  const purchase = await takePurchase()
  if (!purchase) return
  const { product, choice, page } = purchase
  const left = await countLeft(client, { page, id: product._id })
  if (left < (choice.count ?? 1)) return showError(tooFewText(product.name, left))
  try {
    // The purchase is no longer stored, so the request must be sent even if the user reloads the page now.
    const { acknowledged } = await api(
      'POST /orders',
      { body: newOrderOf(buyer, product, choice) },
      { keepalive: true },
    )
    if (acknowledged) showAdded(client, product, choice)
  } catch (error) {
    // The cast is safe because `api` throws only errors.
    showBuyError(client, product, error as Error)
  }
  refetchCart(client, buyer)
}

/**
 * Returns how many of a product are left now. Returns Infinity if enough are left, and if that is unknown: the request
 * that adds the product to the cart then says what is wrong.
 */
async function countLeft(client: QueryClient, { page, id }: { page: string; id: string }): Promise<number> {
  const products = await readProducts(client, page).catch(() => [])
  return products.find(({ _id }) => _id === id)?.left ?? Number.POSITIVE_INFINITY
}

async function readProducts(client: QueryClient, page: string): Promise<Product[]> {
  const { name, id = '' } = findPage(page) ?? {}
  const params = { id }
  if (name === 'bagDetails')
    return [(await client.fetchQuery(callQuery('GET /bagDetails/{id}', { params }))).about]
  return (await client.fetchQuery(callQuery('GET /coffeeDetails/{id}', { params }))).coffees
}

function tooFewText(product: string, left: number): string {
  return left === 0 ? words.soldOutSince(product) : words.fewLeftSince(product, left)
}
