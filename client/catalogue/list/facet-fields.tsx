import type { ChangeEventHandler } from 'react'
import type { CoffeeList, CoffeesQuery } from '#contract/catalogue.ts'
import { chosenValues, listFacets } from '#contract/values/facts/coffee-list.ts'
import type { ListFacet } from '#contract/values/facts/coffee-list.ts'
import { allChosen, facetOptions } from './facet-words.ts'
import { words } from './texts.ts'

type FacetProps = {
  found: CoffeeList
  query: CoffeesQuery
  onChange: ChangeEventHandler<HTMLInputElement>
}

/** Facets with a single value, which stand together. */
const SINGLE: readonly ListFacet[] = ['decaf', 'inStock']

/** The checkboxes by which the coffees are filtered. Facets in which there is nothing to choose are left out. */
export function FacetFields(props: FacetProps) {
  const { found, query } = props
  const isChosen = (facet: ListFacet, value: string) => chosenValues(query, facet).includes(value)
  const isOffered = (facet: ListFacet) =>
    found.facets[facet].length > 1 || found.facets[facet].some(({ value }) => isChosen(facet, value))
  const several = listFacets.filter((facet) => !SINGLE.includes(facet) && isOffered(facet))
  const single = SINGLE.filter((facet) => found.facets[facet].length > 0)
  return (
    <>
      {unlistedChoices(found, query).map(({ facet, value }) => (
        <input key={`${facet} ${value}`} type="hidden" name={facet} value={value} />
      ))}
      {single.length > 0 && (
        <fieldset className="facet">
          <legend>{words.only}</legend>
          {single.map((facet) => (
            <FacetValues key={facet} facet={facet} {...props} />
          ))}
        </fieldset>
      )}
      {several.map((facet) => (
        <fieldset key={facet} className="facet">
          <legend>{words.filterNames[facet]}</legend>
          <FacetValues facet={facet} {...props} />
        </fieldset>
      ))}
    </>
  )
}

/** Returns the chosen values that no coffee has, and that have no checkbox for this reason. */
function unlistedChoices({ facets }: CoffeeList, query: CoffeesQuery) {
  return allChosen(query).filter(({ facet, value }) => !facets[facet].some((one) => one.value === value))
}

/** A value that no coffee has is dimmed. It can only be chosen if it was chosen before, to be removed again. */
function FacetValues({ facet, found, query, onChange }: FacetProps & { facet: ListFacet }) {
  const chosen = chosenValues(query, facet)
  return facetOptions(found, facet).map(({ value, text, count }) => (
    <label key={value} className={count === 0 ? 'facet-value facet-none' : 'facet-value'}>
      <input
        type="checkbox"
        className="check"
        name={facet}
        value={value}
        checked={chosen.includes(value)}
        disabled={count === 0 && !chosen.includes(value)}
        onChange={onChange}
      />
      <span>{text}</span> <span className="facet-count">{count}</span>
    </label>
  ))
}
