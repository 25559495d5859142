import type { QueryClient } from '@tanstack/react-query'
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { useSession } from '#client/identity/session.tsx'
import { api, errorText, isRefusal } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { showError, showSuccess } from '#client/ui/toasts.tsx'
import type { NewOrder } from '#contract/cart.ts'
import type { Product } from '#contract/catalogue.ts'
import type { Person } from '#contract/identity.ts'
import { formatPrice } from '#contract/values/money.ts'
import { texts, words } from '../texts.ts'
import { rememberGrind } from './use-grinds.ts'

/** What the customer has chosen for a product. `count` is the number to add to the cart, 1 if it is missing. */
export type Choice = { grind?: string | undefined; count?: number }

type BuyButtonProps = {
  product: Product
  choice: Choice
  disabled?: boolean
  /** The id of the HTML element that shows the product's name. The button refers to it with `aria-describedby`. */
  describedBy?: string
  /** Called when the button is pressed, before the request that adds the product to the cart is sent. */
  onBuy?: (product: Product) => void
}

/** The button that adds a product to the cart. */
export function BuyButton({ product, choice, disabled, describedBy, onBuy }: BuyButtonProps) {
  const { buy, busy } = useBuy(product, choice)
  function press({ detail }: MouseEvent) {
    // Ignores the second click of a double click. If the first request has already finished, the second click would
    // add the product again.
    if (detail > 1) return
    onBuy?.(product)
    buy()
  }
  return (
    <Button
      wide
      busy={busy}
      busyText={words.adding}
      disabled={disabled}
      onClick={press}
      aria-describedby={describedBy}
    >
      {texts.buyNow}
    </Button>
  )
}

/**
 * Returns the function `buy`, which adds the product to the cart of the signed-in user, as many times as the user
 * chose. While the request is in flight, `busy` is true and `buy` does nothing.
 */
function useBuy(product: Product, choice: Choice): { buy: () => void; busy: boolean } {
  const { user } = useSession()
  const client = useQueryClient()
  const mutationKey = ['buy', product._id]
  const { mutate } = useMutation({
    mutationKey,
    retry: false,
    // The choice is passed as a variable of the mutation, because it may change while the request is in flight.
    mutationFn: ({ buyer, chosen }: Purchase) =>
      api('POST /orders', { body: newOrderOf(buyer, product, chosen) }),
    onSuccess: ({ acknowledged }, { chosen }) => {
      if (!acknowledged) return
      showSuccess(texts.added(words.several(product.name, chosen.count ?? 1)))
      rememberGrind(client, chosen.grind)
    },
    onError: (error) => showBuyError(client, product, error),
    onSettled: (_response, _error, { buyer: { email } }) => {
      void client.invalidateQueries({ queryKey: callQuery('GET /myCarts', { query: { email } }).queryKey })
    },
  })
  const busy = useIsMutating({ mutationKey }) > 0
  const isIdle = () => client.isMutating({ mutationKey }) === 0
  return { buy: () => user && isIdle() && mutate({ buyer: user, chosen: choice }), busy }
}

type Purchase = { buyer: Person; chosen: Choice }

/**
 * Returns the body of the request that adds a product to the cart. The price is the one that the page shows. A user
 * without a display name is named by the e-mail address.
 */
export function newOrderOf(buyer: Person, product: Product, { grind, count = 1 }: Choice = {}): NewOrder {
  return {
    email: buyer.email,
    customer: buyer.name.trim() || buyer.email,
    productName: product.name,
    img: product.img,
    price: product.price,
    ratting: product.ratting,
    productId: product._id,
    ...(grind !== undefined && { grind }),
    ...(count > 1 && { count }),
  }
}

/**
 * Shows why a product could not be added to the cart. If the server refused the request, for example because the
 * price has changed, the data on the page is outdated, so it is fetched again. The grinds may be outdated as well.
 */
function showBuyError(client: QueryClient, product: Product, error: Error): void {
  showError(buyErrorText(error, product.name))
  if (!isRefusal(error)) return
  void client.invalidateQueries({ queryKey: ['GET /coffeeDetails/{id}'] })
  void client.invalidateQueries({ queryKey: ['GET /bagDetails/{id}'] })
  void client.invalidateQueries({ queryKey: callQuery('GET /grinds').queryKey })
}

/** Returns the text for a product that could not be added to the cart. */
export function buyErrorText(error: Error, productName: string): string {
  if (!isRefusal(error)) return words.perhapsAdded(productName, errorText(error))
  if (error.code === 'unknown-product') return words.notSold(productName)
  if (error.body?.errors?.some(({ field }) => field === 'grind')) return words.grindGone(productName)
  if (error.code !== 'price-changed') return errorText(error)
  const price = error.body?.price
  return price ? words.priceChanged(productName, formatPrice(price)) : words.priceChangedOnly(productName)
}
