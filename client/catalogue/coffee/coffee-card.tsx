import { grams, pricePerKilo } from '#contract/values/orders/grams.ts'
import { useCurrency, useProductAddress } from '#client/lib/page-state.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Price, PriceBefore } from '#client/ui/price.tsx'
import { words } from '#client/ui/texts.ts'
import type { ListedCoffee } from '#contract/catalogue.ts'
import { pages } from '#contract/pages.ts'

type CoffeeCardProps = {
  coffee: ListedCoffee
  heading: 'h2' | 'h3'
  /** How wide the picture is shown, as in the attribute `sizes` of an image. */
  pictureSizes: string
  eager?: boolean
}

/** Returns a function that returns the address of the page of a coffee, or of a bag that belongs to none. */
export function useCoffeeAddress(): (coffee: Pick<ListedCoffee, '_id' | 'kind' | 'name'>) => string {
  const addressOf = useProductAddress()
  return ({ _id, kind, name }) =>
    addressOf(kind === 'coffee' ? pages.coffee(_id) : pages.bagDetails(_id), name)
}

/** A coffee that leads to its page, with the price of each size. The card needs no script to be of use. */
export function CoffeeCard({ coffee, heading: Heading, pictureSizes, eager = false }: CoffeeCardProps) {
  const addressOf = useCoffeeAddress()
  const { name, img, notes, line, sizes } = coffee
  const isOut = sizes.every(({ left }) => left === 0)
  return (
    <div className={isOut ? 'coffee-card coffee-card-out' : 'coffee-card'}>
      <Picture src={img} alt="" sizes={pictureSizes} eager={eager} />
      <Heading className="coffee-card-name">
        <PageLink to={addressOf(coffee)}>{name}</PageLink>
      </Heading>
      {notes.length > 0 && <p className="small">{notes.slice(0, 3).join(', ')}</p>}
      {line !== '' && <p className="soft small">{line}</p>}
      {isOut && <p className="coffee-tag">{words.soldOut}</p>}
      <ul className="card-sizes">
        {sizes.map((size) => (
          <li key={size._id}>
            <CardSize size={size} isOut={size.left === 0 && !isOut} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A size whose weight is unknown has no text besides its price. `isOut` says that others are not sold out. */
function CardSize({ size, isOut }: { size: ListedCoffee['sizes'][number]; isOut: boolean }) {
  const { price, was, weight, left = 0 } = size
  const notes = [weight && grams(weight), pricePerKilo(size, useCurrency())].filter(Boolean)
  const stock = isOut ? words.soldOut : left > 0 && words.fewLeft(left)
  return (
    <>
      <Price price={price} /> <span className="soft">{notes.join(', ')}</span>
      <PriceBefore was={was} />
      {stock && <span> {stock}</span>}
    </>
  )
}
