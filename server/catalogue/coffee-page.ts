import type { CoffeePage } from '#contract/catalogue.ts'
import { readReviews } from '#server/reviews/read-reviews.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { presentProduct } from './present.ts'
import { findShown, listBagsOf, listRelated } from './queries.ts'
import type { ShownProduct } from './queries.ts'

/**
 * Reads the page of a coffee by its id or that of one of its bags. Returns null if it is not on sale. `isStocked` says
 * whether a product on the page can be sold out.
 */
export async function readCoffeePage(
  { read }: ShopDatabase,
  id: string,
  currency: string,
): Promise<{ body: CoffeePage; isStocked: boolean } | null> {
  const asked = await findShown(read, id)
  if (!asked) return null
  const coffee = (asked.coffee_id && (await findShown(read, asked.coffee_id))) || asked
  const bags = coffee.kind === 'coffee' ? await listBagsOf(read, coffee.id) : []
  const sizes = [coffee, ...bags].toSorted(byWeight)
  const related = await listRelated(read, coffee.id)
  return {
    body: {
      _id: coffee.id,
      chosen: asked.id,
      coffee: presentProduct(coffee, currency),
      sizes: sizes.map((row) => presentProduct(row, currency)),
      ...(coffee.brand_id && { brand: { _id: coffee.brand_id, category_name: coffee.brand ?? '' } }),
      related: related.map((row) => presentProduct(row, currency)),
      reviews: await readReviews(read, coffee.id),
    },
    isStocked: [...sizes, ...related].some(({ stock_id }) => stock_id !== null),
  }
}

/** A size without a weight comes first. */
function byWeight(a: ShownProduct, b: ShownProduct): number {
  return (a.weight_grams ?? 0) - (b.weight_grams ?? 0) || a.price_cents - b.price_cents
}
