/* The choices of the page with all coffees, as they stand in its address. Browsers load this without schemas. */

/** What coffees are filtered by, in the order of the page. `taste` is the group of a tasting note. */
export const listFacets = ['suitedFor', 'roast', 'taste', 'process', 'country', 'decaf', 'inStock'] as const

export type ListFacet = (typeof listFacets)[number]

/** The only value of a facet that a coffee either has or has not, such as `inStock`. */
export const YES = 'yes'

/** How coffees can be sorted instead of in the owner's order. */
export const listSorts = ['price', 'newest', 'name'] as const

/** The choices of the list, as `GET /coffees` takes them. */
type ListQuery = { [F in ListFacet]?: string | string[] } & {
  sort?: (typeof listSorts)[number]
  page?: string
}

/** The number of coffees on a page of the list. */
export const LIST_PAGE = 24

export const MAX_SEARCH_TEXT = 200

/** The maximum number of coffees that a search finds, and of those that are shown while one types. */
export const SEARCH_LIMIT = 48
export const SUGGESTIONS = 6

export const MAX_FACET_VALUE = 80
export const MAX_FACET_VALUES = 50

/**
 * Reads the choices in the query of an address. Whatever does not belong there is left out, and the values of a facet are
 * sorted, so that addresses with the same choices have the same result.
 */
export function readListQuery(search: string): ListQuery {
  const sent = new URLSearchParams(search)
  const chosen = listFacets.flatMap((facet) => {
    const values = [...new Set(sent.getAll(facet))].filter(
      (value) => value !== '' && !value.includes('\0') && value.length <= MAX_FACET_VALUE,
    )
    return values.length > 0 ? [[facet, values.toSorted().slice(0, MAX_FACET_VALUES)] as const] : []
  })
  const sort = listSorts.find((name) => name === sent.get('sort'))
  const page = /^[1-9]\d{0,3}$/.exec(sent.get('page') ?? '')?.[0]
  return {
    ...Object.fromEntries(chosen),
    ...(sort && { sort }),
    ...(page && page !== '1' && { page }),
  }
}

/** Returns the query of an address with these choices, such as `?roast=2&roast=3&sort=price`, or ''. */
export function writeListQuery(query: ListQuery): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  )
  const text = new URLSearchParams(pairs).toString()
  return text && `?${text}`
}

/** Returns the values of a facet that are chosen. */
export function chosenValues(query: ListQuery, facet: ListFacet): string[] {
  return [query[facet] ?? []].flat()
}

/** Returns whether some coffees are left out, or the order is not the owner's. Search engines leave such a list out. */
export function isNarrowed(query: ListQuery): boolean {
  return Object.keys(query).some((name) => name !== 'page')
}

/** Returns the text to search for in the query of an address, or ''. */
export function readSearchText(search: string): string {
  const text = new URLSearchParams(search).get('q') ?? ''
  return text
    .replaceAll(/[\s\0]+/g, ' ')
    .trim()
    .slice(0, MAX_SEARCH_TEXT)
}

/** Returns the query of an address with a text to search for, such as `?q=lemon`, or ''. */
export function writeSearchText(text: string): string {
  return text === '' ? '' : `?${new URLSearchParams({ q: text })}`
}
