import type { QueryClient } from '@tanstack/react-query'
import { useMutationState, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callQuery } from '#client/lib/query.ts'
import type { OrderItem } from '#contract/cart.ts'

/** The time between two requests for the cart while a payment is being checked, in milliseconds. */
const CHECKING_INTERVAL = 3000

const DELETING = 'delete order item'

/**
 * Fetches the cart of a user. The cart is fetched again when the window gets the focus, and every few seconds while a
 * payment is being checked. With `refetchOnMount: false`, a cached cart is not fetched again when the component
 * mounts.
 */
export function useCart(email: string, { refetchOnMount = true } = {}) {
  const cart = useQuery({
    ...cartQuery(email),
    refetchOnMount,
    refetchInterval: ({ state }) => (state.data?.some((item) => item.checking) ? CHECKING_INTERVAL : false),
  })
  const { refetch } = cart
  useEffect(() => {
    // TanStack Query fetches again when a hidden tab is shown, but not when the user comes back from another window
    // that did not hide the tab.
    const again = () => void refetch({ cancelRefetch: false })
    addEventListener('focus', again)
    return () => removeEventListener('focus', again)
  }, [refetch])
  return cart
}

/**
 * Returns the mutation key for deleting an item of the cart. The key is also used to hide the rows of items that are
 * being deleted.
 */
export function deletingKey(id: string): readonly string[] {
  return [DELETING, id]
}

export function useDeletingIds(): string[] {
  return useMutationState({
    filters: { mutationKey: [DELETING], status: 'pending' },
    select: (mutation) => String(mutation.options.mutationKey?.[1]),
  })
}

export async function refetchCart(client: QueryClient, email: string): Promise<void> {
  await client.invalidateQueries({ queryKey: cartQuery(email).queryKey })
}

export function cachedCart(client: QueryClient, email: string): OrderItem[] {
  return client.getQueryData(cartQuery(email).queryKey) ?? []
}

/**
 * Changes the cached cart. A request for the cart that is in flight is cancelled first, because its older response
 * would undo the change.
 */
export async function changeCart(
  client: QueryClient,
  email: string,
  change: (items: OrderItem[]) => OrderItem[],
): Promise<void> {
  const { queryKey } = cartQuery(email)
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, (items) => items && change(items))
}

function cartQuery(email: string) {
  return callQuery('GET /myCarts', { query: { email } })
}
