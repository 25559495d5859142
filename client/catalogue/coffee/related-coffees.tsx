import type { ListedCoffee } from '#contract/catalogue.ts'
import { words } from '../texts.ts'
import { CoffeeGrid } from './coffee-grid.tsx'

/** The coffees that have most in common with the one on the page. Renders nothing if there are none. */
export function RelatedCoffees({ coffees }: { coffees: readonly ListedCoffee[] }) {
  if (coffees.length === 0) return null
  return (
    <section className="related" aria-labelledby="related">
      <h2 id="related">{words.related}</h2>
      <CoffeeGrid
        className="coffee-row"
        coffees={coffees}
        heading="h3"
        pictureSizes="(min-width: 48rem) 24rem, 60vw"
      />
    </section>
  )
}
