import { grams } from '#contract/values/orders/grams.ts'
import { usePageState } from '#client/lib/page-state.ts'
import type { ListedCoffee } from '#contract/catalogue.ts'
import type { Brew } from '#contract/selling/coffee-facts.ts'
import type { FoodFacts as Food } from '#contract/selling/settings.ts'
import { words } from '../texts.ts'
import { CoffeeGrid } from './coffee-grid.tsx'
import { FactsList } from './facts-list.tsx'

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

/** What the shop says about every coffee as food, with the weight in grams of the chosen size if it is known. */
function FoodFacts({ food, weight }: { food: Food; weight: number | undefined }) {
  const rows = [
    { name: words.foodName, value: food.name },
    { name: words.netWeight, value: weight === undefined ? '' : grams(weight) },
    { name: words.storage, value: food.storage },
    { name: words.firm, value: food.firm },
  ]
  return (
    <section aria-labelledby="food">
      <h2 id="food">{words.food}</h2>
      <FactsList rows={rows.filter(({ value }) => value !== '')} />
    </section>
  )
}

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

const { brewColumns: columns } = words

/** How the roaster brews a coffee: a row for each brewer, with the ratio of coffee to water. */
function BrewGuide({ brews }: { brews: readonly Brew[] }) {
  if (brews.length === 0) return null
  return (
    <section aria-labelledby="brew-guide">
      <h2 id="brew-guide">{words.brewGuide}</h2>
      <table className="brew-guide">
        <thead>
          <tr>
            {[columns.method, columns.dose, columns.water, columns.ratio, columns.heat, columns.time].map(
              (text) => (
                <th key={text} scope="col">
                  {text}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {brews.map((brew) => (
            <BrewRow key={JSON.stringify(brew)} brew={brew} />
          ))}
        </tbody>
      </table>
      <p className="soft small">{words.brewHint}</p>
    </section>
  )
}

function BrewRow({ brew: { method, doseGrams, waterGrams, celsius, grind, seconds } }: { brew: Brew }) {
  return (
    <tr>
      <th scope="row">
        {method}
        {grind !== undefined && <span className="soft small">{words.brewGrind(grind)}</span>}
      </th>
      <td data-name={columns.dose}>{doseGrams}&nbsp;g</td>
      <td data-name={columns.water}>{waterGrams}&nbsp;g</td>
      <td data-name={columns.ratio}>1&thinsp;:&thinsp;{ratio(doseGrams, waterGrams)}</td>
      <td data-name={columns.heat}>{celsius !== undefined && `${celsius}\u00a0°C`}</td>
      <td data-name={columns.time}>{seconds !== undefined && duration(seconds)}</td>
    </tr>
  )
}

/** How much water one part of coffee gets, with one decimal at most. */
function ratio(doseGrams: number, waterGrams: number): number {
  return Math.round((waterGrams / doseGrams) * 10) / 10
}

const MINUTE = 60
const HOUR = 3600

/** `150` is `2:30` minutes, and `57600` is `16 h`. */
function duration(seconds: number): string {
  if (seconds >= HOUR) return `${Math.round((seconds / HOUR) * 10) / 10}\u00a0h`
  return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, '0')}`
}
