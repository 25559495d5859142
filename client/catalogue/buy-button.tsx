import { Button } from '#client/ui/button.tsx'
import type { Product } from '#contract/catalogue.ts'
import { texts, words } from './texts.ts'
import { useBuy } from './use-buy.ts'

/** Puts the product into the cart. */
export function BuyButton({ product }: { product: Product }) {
  const { buy, busy } = useBuy(product)
  return (
    <Button wide busy={busy} busyText={words.adding} onClick={buy}>
      {texts.buyNow}
      <span className="sr-only">: {product.name}</span>
    </Button>
  )
}
