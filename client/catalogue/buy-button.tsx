import type { MouseEvent } from 'react'
import { Button } from '#client/ui/button.tsx'
import type { Product } from '#contract/catalogue.ts'
import { texts, words } from './texts.ts'
import { useBuy } from './use-buy.ts'

type BuyButtonProps = { product: Product; describedBy?: string; onBuy?: (product: Product) => void }

/** Puts the product into the cart. `describedBy` is the id of the element that names it. */
export function BuyButton({ product, describedBy, onBuy }: BuyButtonProps) {
  const { buy, busy } = useBuy(product)
  function press({ detail }: MouseEvent) {
    // The answer may be there before the second click of a double click, which would buy one more.
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
