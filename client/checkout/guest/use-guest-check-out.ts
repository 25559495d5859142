import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormSetError } from 'react-hook-form'
import {
  clearGuestCart,
  itemsOf,
  readGuestCart,
  rememberPayment,
  renewGuestCart,
} from '#client/guests/guest-cart.ts'
import { api, errorText, isRefusal } from '#client/lib/api.ts'
import { useNavigate } from '#client/lib/router.tsx'
import { pages } from '#contract/pages.ts'
import type { CheckoutRequest, Quote } from '#contract/selling/checkout.ts'
import { serverErrors } from '../address-fields.tsx'
import type { Agreed } from '../checkout-parts.tsx'
import { keepCheckout } from '../kept-checkout.ts'
import type { GuestFields } from '../kept-checkout.ts'
import { words } from '../texts.ts'
import { goOn, refusalText } from '../use-check-out.ts'
import { QUOTES, takeOffRefused } from '../use-quote.ts'
import type { CheckoutState } from '../use-quote.ts'
import { keptIdOf } from './use-guest-items.ts'

type GuestOrder = {
  agreed: Agreed
  /** The lines as the page shows them. They lack products that are no longer sold. */
  lines: Quote['lines']
  address: CheckoutRequest['address']
  email: string
  name: string
}

/**
 * Returns the function that pays for the cart of this browser, whether its request is in progress, and why nothing was
 * paid (`failure`). `setError` shows what the server says about a field, and `choose` takes off a refused discount. The
 * cart stays until the page of the payment knows that the order is placed. A request that got no answer can be sent
 * again, because all with the same `cartId` are for one order.
 */
export function useGuestCheckOut(setError: UseFormSetError<GuestFields>, choose: CheckoutState['choose']) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string | null>(null)

  const showPayment = (id: string) => navigate(pages.checkoutReturn(id))
  /** An earlier request was for other items, and its answer was lost. Another one would be for another order. */
  function orderTwice() {
    renewGuestCart()
    setFailure(words.orderedBefore)
  }

  function explain(error: Error) {
    const openId = readGuestCart()?.paymentId
    if (!isRefusal(error)) return setFailure(words.unanswered(errorText(error)))
    if (error.code === 'being-paid') return openId === undefined ? orderTwice() : showPayment(openId)
    // The order of an earlier request has come into an account in the meantime.
    if (error.code === 'state-conflict') renewGuestCart()
    const wrong = error.code === 'invalid-input' ? serverErrors(error) : []
    for (const [at, { name, message }] of wrong.entries())
      setError(name, { message }, { shouldFocus: at === 0 })
    setFailure(wrong.length > 0 ? words.checkFields : refusalText(error))
    takeOffRefused(error, choose)
    void client.invalidateQueries({ queryKey: QUOTES })
  }

  const { mutate, isPending } = useMutation({
    retry: false,
    mutationFn: ({ agreed, lines, address, email, name }: GuestOrder) => {
      const { cartId, items } = itemsIn(lines)
      const guest = { cartId, email, name, items: itemsOf(items) }
      return api('POST /checkout', { body: { ...agreed, guest, address } })
    },
    onMutate: ({ lines }) => {
      setFailure(null)
      return itemsIn(lines)
    },
    onSuccess: (result, _order, { items }) => {
      const { paymentId } = result
      const ids = items.map(({ id }) => id)
      if (paymentId === undefined) clearGuestCart()
      else {
        rememberPayment(paymentId, ids)
        keepCheckout('', { paymentId })
      }
      goOn(result, navigate)
    },
    onError: explain,
  })
  return { pay: (order: GuestOrder) => !isPending && mutate(order), isPaying: isPending, failure }
}

/** Returns the items of the browser's cart to which these lines belong. */
function itemsIn(lines: Quote['lines']) {
  const { id: cartId, items } = readGuestCart() ?? { id: '', items: [] }
  const shown = new Set(lines.map(({ _id }) => keptIdOf(_id)))
  return { cartId, items: items.filter(({ id }) => shown.has(id)) }
}
