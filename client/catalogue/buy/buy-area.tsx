import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { Choice } from '#client/guests/guest-cart.ts'
import { useSession } from '#client/identity/session.tsx'
import { isRefusal } from '#client/lib/api.ts'
import { useCurrency } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { useRequestId } from '#client/ui/settings-form/use-request-id.ts'
import type { Product } from '#contract/catalogue.ts'
import type { Person } from '#contract/identity/sign-in.ts'
import { words as uiWords } from '#client/ui/texts.ts'
import { words } from '../texts.ts'
import { useBuyAsVisitor } from './buy-as-visitor.ts'
import {
  addToCart,
  leftToAdd,
  newOrderOf,
  refetchCart,
  showAdded,
  showBuyError,
  useBuyText,
} from './purchase.ts'
import { WatchButton } from './watch-button.tsx'

type BuyAreaProps = {
  product: Product
  /** The price of one, if it is not that of the product. */
  price?: string
  choice: Choice
  /** True while the grinds are unknown. Nothing can be bought before one of them is chosen. */
  isWaiting: boolean
  /** The id of the HTML element that shows the product's name. The button refers to it with `aria-describedby`. */
  describedBy?: string
  /** Called when the button is pressed, before the request that adds the product to the cart is sent. */
  onBuy?: (product: Product) => void
  /** Called with a number that can still be added, if the customer takes so many instead of too many. */
  onTakeFewer?: (left: number) => void
}

/**
 * The Buy button, and how many are left if it is only a few. A customer can be told when a sold-out product is back.
 */
export function BuyArea(props: BuyAreaProps) {
  const { left } = props.product
  if (left === 0) return <SoldOut product={props.product} />
  return (
    <div className="buy-area">
      {left !== undefined && <p className="stock-note">{uiWords.fewLeft(left)}</p>}
      <BuyButton {...props} />
    </div>
  )
}

function SoldOut({ product }: { product: Product }) {
  const note = useId()
  const buyText = useBuyText()
  return (
    <div className="buy-area">
      <p id={note} className="stock-note">
        {uiWords.soldOut}
      </p>
      <Button wide disabled aria-describedby={note}>
        {buyText}
      </Button>
      <WatchButton product={product} />
    </div>
  )
}

function BuyButton({
  product,
  price = product.price,
  choice,
  isWaiting,
  describedBy,
  onBuy,
  onTakeFewer,
}: BuyAreaProps) {
  const { buy, busy, error, reset } = useBuy({ product, price }, choice)
  const buyText = useBuyText({ price, count: choice.count ?? 1 })
  const left = leftToAdd(error)
  function press() {
    onBuy?.(product)
    buy()
  }
  return (
    <>
      <Button
        wide
        busy={busy}
        busyText={words.adding}
        disabled={isWaiting}
        // If the first request has already finished, a second click would add the product again.
        noDoubleClick
        onClick={press}
        aria-describedby={describedBy}
      >
        {buyText}
      </Button>
      {left !== null && left > 0 && onTakeFewer && (
        <Button
          wide
          tone="quiet"
          onClick={() => {
            reset()
            onTakeFewer(left)
          }}
        >
          {words.chooseOnly(left)}
        </Button>
      )}
    </>
  )
}

/**
 * Returns the function `buy`, which adds the product to the cart of the signed-in user, as many times as the user
 * chose. A visitor gets the product into the cart of the browser, or is asked to sign in first. While the request is in
 * flight, or while it is unknown whether a user is signed in, `busy` is true and `buy` does nothing. `error` is why the last
 * request failed, until `reset` is called.
 *
 * If the last request got no response, the same purchase is made with the same request id, so that it is made once.
 */
function useBuy({ product, price }: { product: Product; price: string }, choice: Choice) {
  const { user, loading } = useSession()
  const client = useQueryClient()
  const currency = useCurrency()
  const buyAsVisitor = useBuyAsVisitor()
  const [waiting, setWaiting] = useState<Choice | null>(null)
  const { idFor, renew } = useRequestId()
  const mutationKey = ['buy', product._id]
  const { mutate, error, reset } = useMutation({
    mutationKey,
    retry: false,
    // The choice is passed as a variable of the mutation, because it may change while the request is in flight.
    mutationFn: ({ buyer, chosen, requestId }: Purchase) =>
      addToCart({ ...newOrderOf(buyer, { ...product, price }, chosen), requestId }),
    onSuccess: ({ acknowledged }, { chosen }) => acknowledged && showAdded(client, product, chosen),
    onError: (why) => showBuyError(client, { product, currency }, why),
    onSettled: (_response, why, { buyer }) => {
      if (!why || isRefusal(why)) renew()
      refetchCart(client, buyer)
    },
  })
  const busy = useIsMutating({ mutationKey }) > 0
  const isIdle = () => client.isMutating({ mutationKey }) === 0

  function buyNow(chosen: Choice): void {
    if (!user) buyAsVisitor(product, chosen)
    else if (isIdle()) mutate({ buyer: user, chosen, requestId: idFor(chosen) })
  }
  const buyAfterCheck = useEffectEvent((chosen: Choice) => {
    setWaiting(null)
    buyNow(chosen)
  })
  useEffect(() => {
    if (waiting && !loading) buyAfterCheck(waiting)
  }, [waiting, loading])

  const buy = () => (loading && !user ? setWaiting(choice) : buyNow(choice))
  return { buy, busy: busy || waiting !== null, error, reset }
}

type Purchase = { buyer: Person; chosen: Choice; requestId: string }
