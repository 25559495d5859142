import type { CoffeeFacts } from '#contract/selling/coffee-facts.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import reviews from './reviews.json' with { type: 'json' }

/** A rating in stars, from 1 (poor) to 5 (best). */
export type Ratting = 1 | 2 | 3 | 4 | 5

/**
 * A brand of the demo shop. `picture` is a key of pictures.json. The value of that key is the beginning of the names
 * of the picture's files.
 */
export interface DemoBrand {
  key: string
  categoryName: string
  ratting: Ratting
  picture: string
}

/**
 * What coffees and packets have in common. `weight` is in grams. `pictures` are those besides the first one, which
 * several products may share. A packet that is another size of a coffee has none: the page shows those of the coffee.
 */
interface DemoProduct {
  key: string
  name: string
  priceCents: number
  ratting: Ratting
  picture: string
  pictures?: string[]
  about: string
  weight: number
  facts: CoffeeFacts
}

/** `left` is the number of bags of a coffee that can be sold out. */
export interface DemoCoffee extends DemoProduct {
  brand: string
  left?: number
}

/** What a buyer says about the coffee with a key. `brewedWith` may be empty. */
export interface DemoReview {
  coffee: string
  name: string
  stars: number
  brewedWith: string
  text: string
  daysAgo: number
}

export interface DemoPacket extends DemoProduct {
  categoryName: string
}

// The JSON file has ratings of the type `number`. The casts narrow it to 1 to 5, which catalogue.test.ts checks.
export const demoBrands = catalogue.brands as DemoBrand[]
export const demoCoffees = catalogue.coffees as DemoCoffee[]
export const demoPackets = catalogue.packets as DemoPacket[]
export const demoReviews: DemoReview[] = reviews
