import { grams } from '#contract/values/orders/grams.ts'
import type { FoodFacts as Food } from '#contract/selling/settings.ts'
import { words } from '../texts.ts'
import { FactsList } from './facts-list.tsx'

/** What the shop says about every coffee as food, with the weight in grams of the chosen size if it is known. */
export function FoodFacts({ food, weight }: { food: Food; weight: number | undefined }) {
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
