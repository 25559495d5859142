import { useRef } from 'react'
import type { ChangeEventHandler, ReactNode } from 'react'
import { useNavigate } from '#client/lib/router.tsx'
import { useEarlyInput } from '#client/lib/use-early-input.ts'
import { Button } from '#client/ui/button.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { Icon } from '#client/ui/picture.tsx'
import type { CoffeeList, CoffeesQuery } from '#contract/catalogue.ts'
import { pages } from '#contract/pages.ts'
import {
  chosenValues,
  listFacets,
  listSorts,
  readListQuery,
  writeListQuery,
} from '#contract/values/facts/coffee-list.ts'
import type { ListFacet } from '#contract/values/facts/coffee-list.ts'
import { allChosen, facetOptions } from './facet-words.ts'
import { words } from './texts.ts'

const FILTERS = 'filters'

/** A shop with fewer coffees shows all of them at a glance, without filters and a sort order. */
const MIN_TO_FILTER = 4

type FilterFormProps = { query: CoffeesQuery; found: CoffeeList; children: ReactNode }

/**
 * The filters, the number of coffees that fit and the sort order, with the list below them. On a phone, a button opens the
 * filters. Each change is a navigation. Without scripts, the browser sends the form to the same address.
 */
export function FilterForm({ query, found, children }: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  function apply() {
    if (form.current) navigate(addressOf(choicesIn(form.current)))
  }
  useEarlyInput(() => {
    const { page: _page, ...shown } = query
    if (form.current && addressOf(choicesIn(form.current)) !== addressOf(shown)) apply()
  })
  const isShort = found.all < MIN_TO_FILTER
  const hasFilters = !isShort && listFacets.some((facet) => found.facets[facet].length > 0)
  return (
    <form ref={form} method="get" action={pages.coffees} className={hasFilters ? 'finder mt-5' : 'mt-4'}>
      {hasFilters && (
        <div id={FILTERS} popover="auto" className="popup facets">
          <FacetFields query={query} found={found} onChange={apply} />
          <button
            type="button"
            className="btn btn-primary filters-done"
            popoverTarget={FILTERS}
            popoverTargetAction="hide"
          >
            {words.showThese(found.total)}
          </button>
        </div>
      )}
      <div className="list-bar">
        {hasFilters && (
          <button type="button" className="chip filters-button" popoverTarget={FILTERS}>
            {words.filters(allChosen(query).length)}
          </button>
        )}
        <p role="status">{words.counted(found.total, found.all)}</p>
        {!isShort && (
          <label>
            <span className="sr-only">{words.sort}</span>
            <select name="sort" className="sort-field" value={query.sort ?? ''} onChange={apply}>
              <option value="">{words.ownersOrder}</option>
              {listSorts.map((sort) => (
                <option key={sort} value={sort}>
                  {words.sortNames[sort]}
                </option>
              ))}
            </select>
          </label>
        )}
        {!isShort && (
          <noscript>
            <Button type="submit">{words.show}</Button>
          </noscript>
        )}
      </div>
      {children}
    </form>
  )
}

/** Returns what is chosen in a form. The list begins at its first page again. */
function choicesIn(form: HTMLFormElement): CoffeesQuery {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
  return readListQuery(new URLSearchParams(fields).toString())
}

function addressOf(query: CoffeesQuery): string {
  return pages.coffees + writeListQuery(query)
}

/** The chosen filters. Each is a link to the list without it. */
export function ChosenFilters({ query }: { query: CoffeesQuery }) {
  const chosen = allChosen(query)
  if (chosen.length === 0) return null
  const { sort } = query
  return (
    <ul className="cluster chosen-filters" aria-label={words.chosen}>
      {chosen.map(({ facet, value, text, without }) => (
        <li key={`${facet} ${value}`}>
          <PageLink to={addressOf(without)} className="chip" aria-label={words.without(text)}>
            {text}
            <Icon path="M7 7l10 10M17 7L7 17" className="w-4" />
          </PageLink>
        </li>
      ))}
      <li>
        <PageLink to={addressOf(sort ? { sort } : {})} className="link icon-text">
          {words.clear}
        </PageLink>
      </li>
    </ul>
  )
}

type FacetProps = {
  found: CoffeeList
  query: CoffeesQuery
  onChange: ChangeEventHandler<HTMLInputElement>
}

/** Facets with a single value, which stand together. */
const SINGLE: readonly ListFacet[] = ['decaf', 'inStock']

/** The checkboxes by which the coffees are filtered. Facets in which there is nothing to choose are left out. */
function FacetFields(props: FacetProps) {
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
