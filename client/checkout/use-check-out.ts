import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, errorText, isRefusal } from '#client/lib/api.ts'
import type { ApiError } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { useNavigate } from '#client/lib/router.tsx'
import { useSession } from '#client/identity/session.tsx'
import { showInfo, showSuccess } from '#client/ui/toasts.tsx'
import type { OrderItem } from '#contract/cart.ts'
import type { CheckoutRequest, CheckoutResult, Quote } from '#contract/selling/checkout.ts'
import { pages } from '#contract/pages.ts'
import { forgetCheckout, keepCheckout } from './kept-checkout.ts'
import { detailWithProduct, findChange, mayBeChange } from './cart-changes.ts'
import { specTexts, words } from './texts.ts'
import { QUOTES, takeOffRefused } from './use-quote.ts'
import type { CheckoutState } from './use-quote.ts'

/**
 * Returns the function that pays, whether its request is in progress, and why the server refused it (`failure`). A
 * failed request is not retried automatically. After a refusal, a new quote is fetched. `choose` takes off a
 * refused discount.
 */
export function useCheckOut(choose: CheckoutState['choose']) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const email = useSession().user?.email ?? ''
  const [failure, setFailure] = useState<string | null>(null)
  /** Leads away from the checkout, because the lines may be paid or reserved. The cart says where they are. */
  async function leave(text: string, lines: string[]) {
    const cart = await readCart()
    showInfo(text)
    navigate(pageAfterLostResponse(cart, lines), { replace: true })
  }
  const readCart = () => client.fetchQuery(callQuery('GET /myCarts', { query: { email } })).catch(() => null)
  /** Says why the server refused the payment. If nothing is left to pay for, leads to the cart. */
  async function explain(error: ApiError, shown: Quote['lines']) {
    const cart = mayBeChange(error) ? await readCart() : null
    const change = cart && findChange(shown, cart)
    if (change?.isEmpty) {
      showInfo(change.text)
      return navigate(pages.cart, { replace: true })
    }
    setFailure(change?.text ?? refusalText(error))
    takeOffRefused(error, choose)
    void client.invalidateQueries({ queryKey: QUOTES })
  }
  const { mutate, isPending } = useMutation({
    retry: false,
    mutationFn: ({ request }: Order) => api('POST /checkout', { body: request }),
    onMutate: () => setFailure(null),
    onSuccess: (result) => {
      forgetCheckout()
      if (result.paymentId !== undefined) keepCheckout(email, { paymentId: result.paymentId })
      void client.invalidateQueries({ queryKey: ['GET /myCarts'] })
      void client.invalidateQueries({ queryKey: ['GET /myOrders'] })
      goOn(result, navigate)
    },
    onError: (error, { request: { lines }, shown }) => {
      if (!isRefusal(error)) return leave(words.checkingPayment, lines)
      if (error.code === 'being-paid') return leave(errorText(error), lines)
      return explain(error, shown)
    },
  })
  return { pay: (order: Order) => !isPending && mutate(order), isPaying: isPending, failure }
}

/** A request to pay for lines of the cart, and the lines as the page shows them. */
type Order = { request: CheckoutRequest & { lines: string[] }; shown: Quote['lines'] }

type Go = ReturnType<typeof useNavigate>

/**
 * Opens the page that comes after the checkout: the gateway's page, if the customer has to pay there, or the page about
 * the payment.
 */
export function goOn({ status, paymentId, alreadyPaid, url }: CheckoutResult, navigate: Go): void {
  if (status === 'redirect' && url) return location.assign(url)
  if (alreadyPaid) showInfo(words.alreadyPaid)
  else if (status === 'paid') showSuccess(specTexts.paidToast)
  // If the server does not know the payment, the cart is opened. It shows what has become of the lines.
  navigate(paymentId === undefined ? pages.cart : pages.checkoutReturn(paymentId), { replace: true })
}

/**
 * Returns the page that shows what became of a payment whose response was lost: the page of the payment that has
 * reserved the lines, the cart if they are unpaid, otherwise the customer's orders. `cart` is null if it could not be
 * loaded.
 */
export function pageAfterLostResponse(cart: OrderItem[] | null, lines: readonly string[]): string {
  const items = cart?.filter(({ _id }) => lines.includes(_id)) ?? []
  const paymentId = items.find((item) => item.checking)?.paymentId
  if (paymentId !== undefined) return pages.checkoutReturn(paymentId)
  return items.some(({ payment }) => !payment) ? pages.cart : pages.account
}

/** Returns the text for a payment that the server has refused, so that nothing was charged. */
export function refusalText(error: ApiError): string {
  const detail = detailWithProduct(error)
  if (detail) return words.refused(detail)
  return error.code === 'total-changed' ? words.totalChanged : errorText(error)
}
