import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callQuery } from '#client/lib/query.ts'
import type { PaymentState } from '#contract/payments.ts'
import { readGuestCart, rememberPayment, takeOutPaid } from './guest-cart.ts'

export function isPlaced(status: PaymentState['status'] | undefined): boolean {
  return status === 'paid' || status === 'waiting'
}

/**
 * Takes the items of the payment `id` out of the cart of this browser when it is known that it has placed the order, and gives
 * them back to the customer when it has failed. Returns whether the order is placed.
 */
export function useSettledCart(id: string, status: PaymentState['status'] | undefined): boolean {
  useEffect(() => {
    if (readGuestCart()?.paymentId !== id) return
    if (isPlaced(status)) takeOutPaid()
    if (status === 'failed') rememberPayment(undefined)
  }, [id, status])
  return isPlaced(status)
}

/**
 * Returns the payment that had been opened for the cart of this browser when the page was opened, if it can still be
 * completed, and whether that is still unknown.
 */
export function useOpenPayment(): { openId: string | undefined; isUnknown: boolean } {
  const [id = ''] = useState(() => readGuestCart()?.paymentId)
  const { data, isPending } = useQuery({
    ...callQuery('GET /payment/{id}', { params: { id } }),
    enabled: id !== '',
    // Without an answer, the cart is shown: its payment would be found again when it is sent.
    retry: false,
  })
  useSettledCart(id, data?.status)
  const isOpen = data?.status === 'checking' || data?.status === 'not-started'
  return { openId: isOpen ? id : undefined, isUnknown: id !== '' && isPending }
}
