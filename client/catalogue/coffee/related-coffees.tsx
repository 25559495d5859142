import { grams, pricePerKilo } from '#client/lib/packed-as.ts'
import { useCurrency, useProductAddress } from '#client/lib/page-state.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Price } from '#client/ui/price.tsx'
import type { Product } from '#contract/catalogue.ts'
import { pages } from '#contract/pages.ts'
import { factsLine } from '#contract/values/facts/in-words.ts'
import { words } from '../texts.ts'

/** The coffees that have most in common with the one on the page. Renders nothing if there are none. */
export function RelatedCoffees({ coffees }: { coffees: readonly Product[] }) {
  if (coffees.length === 0) return null
  return (
    <section className="related" aria-labelledby="related">
      <h2 id="related">{words.related}</h2>
      <ul>
        {coffees.map((coffee) => (
          <li key={coffee._id}>
            <CoffeeCard coffee={coffee} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function CoffeeCard({ coffee }: { coffee: Product }) {
  const addressOf = useProductAddress()
  const { _id, name, img, price, weight, left, facts = {} } = coffee
  const size = [weight && grams(weight), pricePerKilo(coffee, useCurrency())].filter(Boolean).join(', ')
  const line = factsLine(facts)
  return (
    <div className="coffee-card">
      <Picture src={img} alt="" sizes="(min-width: 48rem) 24rem, 60vw" />
      <h3>
        <PageLink to={addressOf(pages.coffee(_id), name)}>{name}</PageLink>
      </h3>
      {facts.notes && <p className="small">{facts.notes.slice(0, 3).join(', ')}</p>}
      {line !== '' && <p className="soft small">{line}</p>}
      <p>
        <Price price={price} /> <span className="soft small">{left === 0 ? words.soldOut : size}</span>
      </p>
    </div>
  )
}
