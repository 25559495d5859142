import { grams, pricePerKilo } from '#contract/values/orders/grams.ts'
import { useCurrency, useProductAddress } from '#client/lib/page-state.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Price, PriceBefore } from '#client/ui/price.tsx'
import { OwnersRatting } from '#client/ui/ratting.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import type { Product } from '#contract/catalogue.ts'
import { pages } from '#contract/pages.ts'
import { factsLine } from '#contract/values/facts/in-words.ts'
import { BuyArea } from './buy/buy-area.tsx'
import type { Grinding } from './buy/grind-field.tsx'

type ProductCardProps = {
  product: Product
  /** The selected grind and the function that changes it. The page has one selection for all its coffees. */
  grinding: Grinding
  eager: boolean
  /**
   * Called before the request to add a coffee to the cart is sent. The list can then keep the focus if the card
   * disappears because the coffee is no longer sold.
   */
  onBuy: (product: Product) => void
}

/** A coffee on the product list page, with its Buy button. */
export function ProductCard({ product, grinding, eager, onBuy }: ProductCardProps) {
  const id = rowFocusId(product._id)
  const addressOf = useProductAddress()
  const { _id, name, weight, facts = {} } = product
  const perKilo = pricePerKilo(product, useCurrency())
  const line = factsLine(facts)
  return (
    <article className="card">
      <Picture
        src={product.img}
        alt=""
        sizes="(min-width: 1024px) 24rem, (min-width: 640px) 50vw, 100vw"
        eager={eager}
      />
      <div className="card-body">
        <div className="card-name">
          <h2 id={id} tabIndex={-1} className="card-title min-w-0 wrap-anywhere">
            <PageLink to={addressOf(pages.coffee(_id), name)} className="card-link">
              {name}
            </PageLink>
          </h2>
          <div className="text-xl">
            <Price price={product.price} />
          </div>
        </div>
        <PriceBefore was={product.was} />
        <OwnersRatting value={product.ratting} />
        {facts.notes && <p>{facts.notes.join(', ')}</p>}
        {line !== '' && <p className="soft small">{line}</p>}
        {weight !== undefined && <p className="soft small">{`${grams(weight)}, ${perKilo}`}</p>}
        {product.about && <p className="max-w-prose whitespace-pre-line">{product.about}</p>}
        <div className="mt-auto pt-2">
          <BuyArea
            product={product}
            choice={{ grind: grinding.grind }}
            isWaiting={grinding.isUnknown}
            describedBy={id}
            onBuy={onBuy}
          />
        </div>
      </div>
    </article>
  )
}
