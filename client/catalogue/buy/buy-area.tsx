import { useId } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { texts, words } from '../texts.ts'
import { Button } from '#client/ui/button.tsx'
import './buy.css'
import { BuyButton } from './buy-button.tsx'
import type { Choice } from './buy-button.tsx'
import { WatchButton } from './watch-button.tsx'

type BuyAreaProps = {
  product: Product
  choice: Choice
  /** True while the grinds are being loaded. The Buy button is disabled then, because no grind can be chosen yet. */
  isLoading: boolean
  describedBy?: string
  onBuy?: (product: Product) => void
}

/**
 * The Buy button of a product, and how many are left in stock if only a few are. If the product is sold out, the
 * customer can ask for a mail when it is back.
 */
export function BuyArea({ product, isLoading, ...rest }: BuyAreaProps) {
  const { left } = product
  if (left === 0) return <SoldOut product={product} />
  return (
    <div className="buy-area">
      {left !== undefined && <p className="stock-note">{words.fewLeft(left)}</p>}
      <BuyButton product={product} disabled={isLoading} {...rest} />
    </div>
  )
}

function SoldOut({ product }: { product: Product }) {
  const note = useId()
  return (
    <div className="buy-area">
      <p id={note} className="stock-note">
        {words.soldOut}
      </p>
      <Button wide disabled aria-describedby={note}>
        {texts.buyNow}
      </Button>
      <WatchButton product={product} />
    </div>
  )
}
