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
import { texts, words } from './texts.ts'

type BuyButtonProps = {
  product: Product
  /** The id of the element with the product's name. */
  describedBy?: string
  /** Called before the request is sent. */
  onBuy?: (product: Product) => void
}

/** Adds the product to the cart. */
export function BuyButton({ product, describedBy, onBuy }: BuyButtonProps) {
  const { buy, busy } = useBuy(product)
  function press({ detail }: MouseEvent) {
    // The request may be finished before the second click of a double click, which would then buy a second item.
    if (detail > 1) return
    onBuy?.(product)
    buy()
  }
  return (
    <Button wide busy={busy} busyText={words.adding} onClick={press} aria-describedby={describedBy}>
      {texts.buyNow}
    </Button>
  )
}

/** Returns the function that adds the product to the cart of the signed-in user: one item for each call. */
function useBuy(product: Product): { buy: () => void; busy: boolean } {
  const { user } = useSession()
  const client = useQueryClient()
  const mutationKey = ['buy', product._id]
  const { mutate } = useMutation({
    mutationKey,
    retry: false,
    mutationFn: (buyer: Person) => api('POST /orders', { body: newOrderOf(buyer, product) }),
    onSuccess: ({ acknowledged }) => acknowledged && showSuccess(texts.added(product.name)),
    onError: (error) => showBuyError(client, product, error),
    onSettled: (_response, _error, { email }) => {
      void client.invalidateQueries({ queryKey: callQuery('GET /myCarts', { query: { email } }).queryKey })
    },
  })
  const busy = useIsMutating({ mutationKey }) > 0
  const isIdle = () => client.isMutating({ mutationKey }) === 0
  return { buy: () => user && isIdle() && mutate(user), busy }
}

/** The body of the request: the product as it is shown. A user without a display name is named by their e-mail address. */
export function newOrderOf(buyer: Person, product: Product): NewOrder {
  return {
    email: buyer.email,
    customer: buyer.name.trim() || buyer.email,
    productName: product.name,
    img: product.img,
    price: product.price,
    ratting: product.ratting,
    productId: product._id,
  }
}

/** A refusal (price changed, no longer sold) means that the page shows an old state, so it is fetched again. */
function showBuyError(client: QueryClient, product: Product, error: Error): void {
  showError(buyErrorText(error, product.name))
  if (!isRefusal(error)) return
  void client.invalidateQueries({ queryKey: ['GET /coffeeDetails/{id}'] })
  void client.invalidateQueries({ queryKey: ['GET /bagDetails/{id}'] })
}

function buyErrorText(error: Error, productName: string): string {
  if (!isRefusal(error)) return words.perhapsAdded(productName, errorText(error))
  if (error.code === 'unknown-product') return words.notSold(productName)
  if (error.code !== 'price-changed') return errorText(error)
  const price = error.body?.price
  return price ? words.priceChanged(productName, price) : words.priceChangedOnly(productName)
}
