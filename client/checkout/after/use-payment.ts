import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSettledCart } from '#client/guests/open-payment.ts'
import { api, ApiError } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { forgetPlaced } from '../kept-checkout.ts'

/** The time between two requests for the payment while its outcome is unknown, in milliseconds. */
const CHECKING_INTERVAL = 2000

/**
 * Loads the state of a payment, and what the customer agreed to. `failed` is the query that could not be loaded. When the
 * order is placed, forgets what was typed for it: the cart of the browser, the checkout, and the code of a discount.
 */
export function usePayment(id: string) {
  const payment = useQuery({
    ...callQuery('GET /payment/{id}', { params: { id } }),
    refetchInterval: ({ state }) =>
      ['checking', 'not-started'].includes(state.data?.status ?? '') ? CHECKING_INTERVAL : false,
  })
  const status = payment.data?.status
  const isPlaced = useSettledCart(id, status)
  useEffect(() => {
    if (isPlaced) forgetPlaced(id)
  }, [isPlaced, id])
  const placed = useQuery({
    // The order gets its number when the payment succeeds, so the checkout is fetched again for each status.
    queryKey: ['GET /checkout/{id}', id, status],
    queryFn: ({ signal }) => api('GET /checkout/{id}', { params: { id } }, { signal }),
    enabled: status !== undefined,
    placeholderData: keepPreviousData,
  })
  // A shop without delivery methods has no checkout, but its payments lead to this page, too.
  const isWithoutCheckout = placed.error instanceof ApiError && placed.error.code === 'not-found'
  const failed = [payment, ...(isWithoutCheckout ? [] : [placed])].find(
    ({ isLoadingError }) => isLoadingError,
  )
  return { payment, placed, isWithoutCheckout, failed }
}
