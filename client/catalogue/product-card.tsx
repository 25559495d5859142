import { Picture } from '#client/ui/picture.tsx'
import { Price } from '#client/ui/price.tsx'
import { Ratting } from '#client/ui/ratting.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import type { Product } from '#contract/catalogue.ts'
import { BuyButton } from './buy-button.tsx'
import { texts } from './texts.ts'

const SIZES = '(min-width: 1024px) 24rem, (min-width: 640px) 50vw, 100vw'

type ProductCardProps = { product: Product; eager: boolean; onBuy: (product: Product) => void }

/** One coffee of the list. `onBuy` is told before it is bought, so that the focus is not lost if it is gone. */
export function ProductCard({ product, eager, onBuy }: ProductCardProps) {
  const id = rowFocusId(product._id)
  return (
    <article className="card">
      <Picture src={product.img} alt="" sizes={SIZES} eager={eager} />
      <div className="card-body">
        <div className="flex items-baseline justify-between gap-3">
          <h2 id={id} tabIndex={-1} className="card-title min-w-0 break-words">
            {product.name}
          </h2>
          <div className="text-xl">
            <Price price={product.price} />
          </div>
        </div>
        <div>
          <Ratting label={texts.ratting} value={product.ratting} />
        </div>
        {product.about && <p className="break-words whitespace-pre-line">{product.about}</p>}
        <div className="mt-auto pt-2">
          <BuyButton product={product} describedBy={id} onBuy={onBuy} />
        </div>
      </div>
    </article>
  )
}
