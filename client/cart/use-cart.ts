import type { QueryClient } from '@tanstack/react-query'
import { useMutationState, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callQuery } from '#client/lib/query.ts'
import type { OrderItem } from '#contract/cart.ts'

/** How often the list is read again while a payment is being checked, in ms. */
const CHECKING_INTERVAL = 3000

const DELETING = 'delete order item'

/**
 * The order items of one person, read again while a payment is being checked and when the person comes back to the
 * window. With `refetchOnMount: false` a list that is there already is not read again at first.
 */
export function useCart(email: string, { refetchOnMount = true } = {}) {
  const cart = useQuery({
    ...cartQuery(email),
    refetchOnMount,
    refetchInterval: ({ state }) => (state.data?.some((item) => item.checking) ? CHECKING_INTERVAL : false),
  })
  const { refetch } = cart
  useEffect(() => {
    // The library looks when a tab is shown again, not when another window beside it is left.
    const again = () => void refetch({ cancelRefetch: false })
    addEventListener('focus', again)
    return () => removeEventListener('focus', again)
  }, [refetch])
  return cart
}

/** The key under which deleting an item is known; rows being deleted are not shown. */
export function deletingKey(id: string): readonly string[] {
  return [DELETING, id]
}

/** The ids of the items that are being deleted right now. */
export function useDeletingIds(): string[] {
  return useMutationState({
    filters: { mutationKey: [DELETING], status: 'pending' },
    select: (mutation) => String(mutation.options.mutationKey?.[1]),
  })
}

/** Reads the list again from the books. */
export async function refetchCart(client: QueryClient, email: string): Promise<void> {
  await client.invalidateQueries({ queryKey: cartQuery(email).queryKey })
}

/** Shows a change that the books have or will have; a reading that is under way must not undo it. */
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
