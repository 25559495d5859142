import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '#client/identity/session.tsx'
import { useCurrency } from '#client/lib/page-state.ts'
import type { Person } from '#contract/identity/sign-in.ts'
import { isKeptHere, takePurchases } from './pending-purchases.ts'
import type { PendingPurchase } from './pending-purchases.ts'
import { addToCart, newOrderOf, refetchCart, showAdded, showBuyError } from './purchase.ts'

/**
 * How long a tab waits before it makes purchases for which Buy Now was pressed in another one, in ms. A login signs in all
 * tabs of the browser, so this happens only if the other one has been closed.
 */
const OTHER_TAB_MS = 4000

/** Makes the purchases that a visitor wanted to make before signing in, each once. */
export function FinishPurchases() {
  const { user } = useSession()
  const client = useQueryClient()
  const currency = useCurrency()
  useEffect(() => {
    if (!user) return undefined
    const timer = setTimeout(
      () => void finishPurchases(client, user, currency),
      isKeptHere() ? 0 : OTHER_TAB_MS,
    )
    return () => clearTimeout(timer)
  }, [client, user, currency])
  return null
}

async function finishPurchases(client: QueryClient, buyer: Person, currency: string): Promise<void> {
  const purchases = await takePurchases()
  if (purchases.length === 0) return
  await Promise.all(purchases.map((purchase) => finishPurchase(client, buyer, { ...purchase, currency })))
  refetchCart(client, buyer)
}

async function finishPurchase(
  client: QueryClient,
  buyer: Person,
  { product, choice, requestId, currency }: PendingPurchase & { currency: string },
): Promise<void> {
  try {
    // The purchase is no longer stored, so the request must be sent even if the user reloads the page now.
    const order = { ...newOrderOf(buyer, product, choice), requestId }
    const { acknowledged } = await addToCart(order, { keepalive: true })
    if (acknowledged) showAdded(client, product, choice)
  } catch (error) {
    // The cast is safe because `api` throws only errors.
    showBuyError(client, { product, currency }, error as Error)
  }
}
