import type { CoffeeList, CoffeesQuery } from '#contract/catalogue.ts'
import { chosenValues, listFacets } from '#contract/values/facts/coffee-list.ts'
import type { ListFacet } from '#contract/values/facts/coffee-list.ts'
import { NOTE_GROUPS, ROAST_WORDS, STYLE_WORDS } from '#contract/values/facts/choices.ts'
import { countryName } from '#contract/values/countries.ts'
import { words } from './texts.ts'

/** A value of a facet as customers read it. `count` is the number of coffees that have it and fit the other facets. */
export type FacetOption = { value: string; text: string; count: number }

/** Orders of values that are not sorted by their text. */
const ORDERS: Partial<Record<ListFacet, readonly string[]>> = {
  suitedFor: Object.keys(STYLE_WORDS),
  roast: ROAST_WORDS.map((_, index) => String(index + 1)),
  taste: Object.keys(NOTE_GROUPS),
}

/** Returns the values of a facet in the order in which they are listed. */
export function facetOptions({ facets }: CoffeeList, facet: ListFacet): FacetOption[] {
  const options = facets[facet].map((found) => ({ ...found, text: facetText(facet, found.value) }))
  const order = ORDERS[facet]
  return options.toSorted((a, b) =>
    order ? order.indexOf(a.value) - order.indexOf(b.value) : a.text.localeCompare(b.text, 'en'),
  )
}

/** Returns a value of a facet in words: `2` of the roast is `Light`. An unknown value stays as it is. */
function facetText(facet: ListFacet, value: string): string {
  if (facet === 'roast') return ROAST_WORDS[Number(value) - 1] ?? value
  if (facet === 'suitedFor') return value === 'filter' || value === 'espresso' ? STYLE_WORDS[value] : value
  if (facet === 'country') return /^[A-Z]{2}$/.test(value) ? countryName(value) : value
  return facet === 'decaf' || facet === 'inStock' ? words.filterNames[facet] : value
}

/** A chosen value of a facet, and the choices without it. */
export type Chosen = { facet: ListFacet; value: string; text: string; without: CoffeesQuery }

/** Returns all chosen values. Without one of them, the list begins at its first page again. */
export function allChosen(query: CoffeesQuery): Chosen[] {
  const { page: _page, ...choices } = query
  return listFacets.flatMap((facet) => {
    const values = chosenValues(query, facet)
    return values.map((value) => ({
      facet,
      value,
      text: facetText(facet, value),
      without: { ...choices, [facet]: values.filter((other) => other !== value) },
    }))
  })
}
