import type { ListedCoffee } from '#contract/catalogue.ts'
import { words } from '../texts.ts'
import { CoffeeCard } from './coffee-card.tsx'

/** The coffees that have most in common with the one on the page. Renders nothing if there are none. */
export function RelatedCoffees({ coffees }: { coffees: readonly ListedCoffee[] }) {
  if (coffees.length === 0) return null
  return (
    <section className="related" aria-labelledby="related">
      <h2 id="related">{words.related}</h2>
      <ul>
        {coffees.map((coffee) => (
          <li key={coffee._id}>
            <CoffeeCard coffee={coffee} heading="h3" pictureSizes="(min-width: 48rem) 24rem, 60vw" />
          </li>
        ))}
      </ul>
    </section>
  )
}
