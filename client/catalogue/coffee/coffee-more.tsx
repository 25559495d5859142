import type { Brew } from '#contract/selling/coffee-facts.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { words } from '../texts.ts'
import { BrewGuide } from './brew-guide.tsx'
import { FoodFacts } from './food-facts.tsx'

/** `weight` is that of the chosen size in grams. */
type CoffeeMoreProps = { about: string; brews: readonly Brew[]; weight: number | undefined }

/** What is below the picture and the price: the description, how to brew the coffee, and what it is as food. */
export function CoffeeMore({ about, brews, weight }: CoffeeMoreProps) {
  const { food } = usePageState().settings
  if (about === '' && brews.length === 0 && !food) return null
  return (
    <div className="coffee-more">
      <About text={about} />
      <BrewGuide brews={brews} />
      {food && <FoodFacts food={food} weight={weight} />}
    </div>
  )
}

function About({ text }: { text: string }) {
  if (text === '') return null
  return (
    <section aria-labelledby="about-coffee">
      <h2 id="about-coffee">{words.aboutCoffee}</h2>
      <p className="coffee-about">{text}</p>
    </section>
  )
}
