import { Button } from '#client/ui/button.tsx'
import type { Product } from '#contract/catalogue.ts'
import { texts, words } from './texts.ts'
import { useBuy } from './use-buy.ts'

/** Puts the product into the cart. `describedBy` is the id of the element that names it. */
export function BuyButton({ product, describedBy }: { product: Product; describedBy?: string }) {
  const { buy, busy } = useBuy(product)
  return (
    <Button wide busy={busy} busyText={words.adding} onClick={buy} aria-describedby={describedBy}>
      {texts.buyNow}
    </Button>
  )
}
