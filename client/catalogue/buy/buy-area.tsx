import { useId } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { specTexts, words } from '../texts.ts'
import { Button } from '#client/ui/button.tsx'
import { BuyButton } from './buy-button.tsx'
import type { Choice } from './purchase.ts'
import { WatchButton } from './watch-button.tsx'

type BuyAreaProps = {
  product: Product
  choice: Choice
  /** True while the grinds are unknown. Nothing can be bought before one of them is chosen. */
  isWaiting: boolean
  describedBy?: string
  onBuy?: (product: Product) => void
  onTakeFewer?: (left: number) => void
}

/**
 * The Buy button, and how many are left if it is only a few. A customer can be told when a sold-out product is back.
 */
export function BuyArea({ product, isWaiting, ...rest }: BuyAreaProps) {
  const { left } = product
  if (left === 0) return <SoldOut product={product} />
  return (
    <div className="buy-area">
      {left !== undefined && <p className="stock-note">{words.fewLeft(left)}</p>}
      <BuyButton product={product} disabled={isWaiting} {...rest} />
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
        {specTexts.buyNow}
      </Button>
      <WatchButton product={product} />
    </div>
  )
}
