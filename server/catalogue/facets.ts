import type { CoffeeFacts } from '#contract/selling/coffee-facts.ts'
import { tasteOf } from '#contract/values/facts/choices.ts'
import type { Facet } from '#contract/values/facts/choices.ts'
import type { ProductFacetRow } from '#server/tables/product-rows.ts'

/** Returns the facets that follow from the facts of a product, each value once. */
export function facetsOf(productId: string, facts: CoffeeFacts | null): ProductFacetRow[] {
  const { kind, suitedFor, roast, notes = [], origins = [] } = facts ?? {}
  const values: Record<Facet, (string | undefined)[]> = {
    roast: [roast?.toString()],
    suitedFor: suitedFor === 'both' ? ['filter', 'espresso'] : [suitedFor],
    process: origins.map(({ process }) => process),
    country: origins.map(({ country }) => country),
    note: notes,
    taste: notes.map(tasteOf),
    decaf: [kind === 'decaf' ? 'yes' : undefined],
  }
  // The cast restores the names of the facets, because Object.entries returns every key as a plain string.
  return (Object.entries(values) as [Facet, (string | undefined)[]][]).flatMap(([facet, found]) =>
    [...new Set(found)]
      .filter((value) => value !== undefined)
      .map((value) => ({ product_id: productId, facet, value })),
  )
}
