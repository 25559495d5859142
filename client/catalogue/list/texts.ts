import type { ListFacet, listSorts } from '#contract/values/facts/coffee-list.ts'

/** The texts of the list of coffees. The specification has no such page. */
export const words = {
  title: 'Coffees',
  loading: 'Loading the coffees',
  failed: 'The coffees could not be loaded',
  filters: (count: number) => (count === 0 ? 'Filter' : `Filter, ${count}`),
  filterNames: {
    suitedFor: 'Good for',
    roast: 'Roast',
    taste: 'Taste',
    process: 'Process',
    country: 'Country',
    decaf: 'Decaf',
    inStock: 'In stock',
  } satisfies Record<ListFacet, string>,
  only: 'Only',
  show: 'Show',
  showThese: (count: number) => (count === 1 ? 'Show 1 coffee' : `Show ${count} coffees`),
  sort: 'Sort by',
  sortNames: {
    price: 'Price, low first',
    newest: 'Newest first',
    name: 'Name',
  } satisfies Record<(typeof listSorts)[number], string>,
  ownersOrder: 'Our order',
  counted: (fitting: number, all: number) => {
    const coffees = all === 1 ? '1 coffee' : `${all} coffees`
    return fitting === all ? coffees : `${fitting} of ${coffees}`
  },
  chosen: 'Chosen filters',
  without: (value: string) => `${value}, remove this filter`,
  clear: 'Clear all',
  none: 'No coffees here right now',
  noneMore: 'Please look in again soon.',
  nothingFits: 'No coffee fits all of these filters',
  nothingFitsMore: 'Remove one of them above, or see them all.',
  all: 'See all coffees',
  pages: 'Pages of the list',
  page: (page: number, max: number) => `Page ${page} of ${max}`,
  previous: 'Previous page',
  next: 'Next page',
  noSuchPage: 'The list is not that long',
} as const
