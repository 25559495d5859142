import type { ListedCoffee } from '#contract/catalogue.ts'
import { CoffeeCard } from './coffee-card.tsx'

type CoffeeGridProps = {
  coffees: readonly ListedCoffee[]
  heading: 'h2' | 'h3'
  /** How wide a picture is shown, as in the attribute `sizes` of an image. */
  pictureSizes: string
  /** The number of cards whose pictures are in view at first. They are not loaded lazily. */
  eager?: number
  className?: string
}

/** Coffees as cards. */
export function CoffeeGrid({ coffees, eager = 0, className = 'coffee-grid', ...card }: CoffeeGridProps) {
  return (
    <ul className={className}>
      {coffees.map((coffee, index) => (
        <li key={coffee._id}>
          <CoffeeCard coffee={coffee} {...card} eager={index < eager} />
        </li>
      ))}
    </ul>
  )
}
