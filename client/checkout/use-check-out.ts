import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, errorText, isRefusal } from '#client/lib/api.ts'
import type { ApiError } from '#client/lib/api.ts'
import { useNavigate } from '#client/lib/router.tsx'
import { showInfo, showSuccess } from '#client/ui/toasts.tsx'
import type { CheckoutRequest, CheckoutResult } from '#contract/selling/checkout.ts'
import { pages } from '#contract/pages.ts'
import { texts, words } from './texts.ts'
import { QUOTES } from './use-quote.ts'

/**
 * Returns the function that pays, whether its request is in progress, and why the server refused it (`failure`). A
 * failed request is not retried automatically. After a refusal, a new quote is fetched.
 */
export function useCheckOut() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({
    retry: false,
    mutationFn: (body: CheckoutRequest) => api('POST /checkout', { body }),
    onMutate: () => setFailure(null),
    onSuccess: (result) => {
      void client.invalidateQueries({ queryKey: ['GET /myCarts'] })
      goOn(result, navigate)
    },
    onError: (error) => {
      if (!isRefusal(error)) return leaveUnknown(navigate)
      setFailure(refusalText(error))
      void client.invalidateQueries({ queryKey: QUOTES })
    },
  })
  return { pay: (request: CheckoutRequest) => !isPending && mutate(request), isPaying: isPending, failure }
}

type Go = ReturnType<typeof useNavigate>

/**
 * Opens the next page: the gateway's page if the customer pays there, otherwise the page about the payment. Without a
 * payment id, an earlier request has paid or is paying for the lines, and the cart is opened.
 */
function goOn({ status, paymentId, url }: CheckoutResult, navigate: Go): void {
  if (status === 'redirect' && url) return location.assign(url)
  if (paymentId === undefined) {
    showInfo(status === 'paid' ? words.alreadyPaid : words.checkingPayment)
    return navigate(pages.cart, { replace: true })
  }
  if (status === 'paid') showSuccess(texts.paidToast)
  navigate(pages.checkoutReturn(paymentId), { replace: true })
}

/**
 * Opens the cart after a lost connection or a server error. The payment may have succeeded, which the cart will show.
 */
function leaveUnknown(navigate: Go): void {
  showInfo(words.checkingPayment)
  navigate(pages.cart, { replace: true })
}

/** The `detail` of these errors names the product, so this text is shown to the user. */
const NAMED = ['price-changed', 'product-removed', 'sold-out']

/** Returns the text for a payment that the server has refused, so that nothing was charged. */
function refusalText(error: ApiError): string {
  const { detail } = error.body ?? {}
  if (NAMED.includes(error.code) && detail) return words.refused(detail)
  return error.code === 'total-changed' ? words.totalChanged : errorText(error)
}
