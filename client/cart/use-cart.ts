import type { QueryClient } from '@tanstack/react-query'
import { useMutationState, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callQuery } from '#client/lib/query.ts'
import type { OrderItem } from '#contract/cart.ts'

/** The interval between two fetches of the list while a payment is being checked, in ms. */
const CHECKING_INTERVAL = 3000

const DELETING = 'delete order item'

/**
 * The cart of one person. It is fetched again when the window gets the focus, and every few seconds while a payment is
 * being checked. With `refetchOnMount: false` a cached list is not fetched again at first.
 */
export function useCart(email: string, { refetchOnMount = true } = {}) {
  const cart = useQuery({
    ...cartQuery(email),
    refetchOnMount,
    refetchInterval: ({ state }) => (state.data?.some((item) => item.checking) ? CHECKING_INTERVAL : false),
  })
  const { refetch } = cart
  useEffect(() => {
    // The query library refetches when a hidden tab is shown, but not when the focus comes from another window.
    const again = () => void refetch({ cancelRefetch: false })
    addEventListener('focus', again)
    return () => removeEventListener('focus', again)
  }, [refetch])
  return cart
}

/** The mutation key of the deletion of an item. The rows of items that are being deleted are hidden. */
export function deletingKey(id: string): readonly string[] {
  return [DELETING, id]
}

/** The ids of the items whose deletion is in flight. */
export function useDeletingIds(): string[] {
  return useMutationState({
    filters: { mutationKey: [DELETING], status: 'pending' },
    select: (mutation) => String(mutation.options.mutationKey?.[1]),
  })
}

/** Fetches the cart again. */
export async function refetchCart(client: QueryClient, email: string): Promise<void> {
  await client.invalidateQueries({ queryKey: cartQuery(email).queryKey })
}

/** Changes the cached cart. A fetch in flight is cancelled, because its older result would undo the change. */
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
