import type { CoffeePage } from '#contract/catalogue.ts'
import { readReviews } from '#server/reviews/read-reviews.ts'
import type { Parts } from './list-coffees.ts'
import { byWeight, isStocked, presentListed, presentProduct } from './present.ts'
import { findShown, listSizes } from './queries.ts'

/**
 * Reads the page of a coffee by its id or that of one of its bags. Returns null if it is not on sale. `isStocked` says
 * whether a product on the page can be sold out.
 */
export async function readCoffeePage(
  { read, index, currency }: Parts,
  id: string,
): Promise<{ body: CoffeePage; isStocked: boolean } | null> {
  const asked = await findShown(read, id)
  if (!asked) return null
  const ofCoffee = asked.coffee_id ?? id
  const related = await index.related(ofCoffee)
  const rows = await listSizes(read, [...new Set([ofCoffee, id, ...related])])
  // A bag whose coffee is not on sale has a page of its own.
  const coffee = rows.find((row) => row.id === ofCoffee) ?? asked
  const sizes = rows.filter((row) => row.id === coffee.id || row.coffee_id === coffee.id)
  return {
    body: {
      _id: coffee.id,
      chosen: asked.id,
      sizes: sizes.toSorted(byWeight).map((row) => presentProduct(row, currency)),
      ...(coffee.brand_id && { brand: { _id: coffee.brand_id, category_name: coffee.brand ?? '' } }),
      related: related.flatMap((other) => presentListed(other, rows, currency)),
      reviews: await readReviews(read, coffee.id),
    },
    isStocked: rows.some(isStocked),
  }
}
