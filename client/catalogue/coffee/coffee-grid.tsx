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

/** The number of coffees from which on they are shown in rows. */
const FEW = 3

/** Returns how a grid shows all coffees of the shop if there are only one or two: large, with words beside the picture. */
export function gridOfFew(count: number): Pick<CoffeeGridProps, 'className' | 'pictureSizes'> | undefined {
  if (count >= FEW) return undefined
  return {
    className: 'coffee-grid few-coffees',
    pictureSizes: '(min-width: 48rem) min(36rem, 46vw), 92vw',
  }
}

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
