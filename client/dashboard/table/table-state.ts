/** The filters of a table. The API's query parameters have the same names. */
export type FilterName = 'email' | 'name' | 'payment' | 'state' | 'delivery' | 'from' | 'to'

/**
 * The sort orders and the filters that a table offers. The first sort order is the default. `payment` is the filter that
 * is set at first. Without it, none is.
 */
export type TableSpec = {
  sorts: readonly [string, ...string[]]
  filters: readonly FilterName[]
  payment?: string
}

/**
 * Which page of a table is shown. It is read after or before a cursor of the API. The number of the page is not known to
 * the API: it is counted here from one page to the next. The first page is number 1 and has no cursor.
 */
export type PageCursor = { page: number; after: string; before: string }

/**
 * How a table is sorted and filtered, and which page of it is shown. A filter that is not set is an empty string. `from`
 * and `to` are the first and the last day of the rows to show. They are days of the shop, such as `2026-11-20`.
 */
export type TableState = Record<FilterName, string> & PageCursor & { sort: string; direction: string }

export const PAGE_ROWS = 50

/** The maximum number of characters in a filter's text. The server refuses longer texts. */
export const MAX_LETTERS = 200

export const FIRST_PAGE: PageCursor = { page: 1, after: '', before: '' }

const NO_FILTERS = { email: '', name: '', payment: '', state: '', delivery: '', from: '', to: '' }

/** The value of `payment` in the URL if all rows are shown in a table that starts with a payment filter. */
const ALL = 'all'

export function firstFilters({ payment = '' }: Pick<TableSpec, 'payment'>): Record<FilterName, string> {
  return { ...NO_FILTERS, payment }
}

/**
 * Reads the state of a table from the query of a URL. Ignores sort orders and filters that the table does not offer. The
 * server checks the values of the filters.
 */
export function readTableState(search: string, spec: TableSpec): TableState {
  const params = new URLSearchParams(search)
  const sort = spec.sorts.find((known) => known === params.get('sort')) ?? spec.sorts[0]
  const filters = firstFilters(spec)
  for (const name of spec.filters) filters[name] = (params.get(name) ?? filters[name]).slice(0, MAX_LETTERS)
  if (filters.payment === ALL) filters.payment = ''
  const direction = params.get('direction') ?? defaultDirection(sort)
  return { ...filters, sort, direction, ...cursorIn(params) }
}

/** Returns the first page unless the query of the URL has the number of another page and a cursor. */
function cursorIn(params: URLSearchParams): PageCursor {
  const page = Number(params.get('page'))
  const [after, before] = [params.get('after') ?? '', params.get('before') ?? '']
  return Number.isSafeInteger(page) && page > 1 && after + before !== ''
    ? { page, after, before }
    : FIRST_PAGE
}

/** Returns the query parameters of the API call that counts the rows of a table. */
export function filterQuery({ email, name, payment, state, delivery, from, to }: TableState) {
  return withoutEmpty({ email: email.trim(), name: name.trim(), payment, state, delivery, from, to })
}

export function pageQuery(state: TableState) {
  const { sort, direction, after, before } = state
  return {
    ...filterQuery(state),
    ...withoutEmpty({ sort, direction, after, before }),
    limit: String(PAGE_ROWS),
  }
}

/**
 * Returns the state of a table as the query of the page's URL, such as `?email=ann&sort=price`. Returns an empty string
 * for the default state.
 */
export function tableSearch(state: TableState, spec: TableSpec): string {
  const { sort, direction, payment, page, after, before } = state
  const query = {
    sort: sort === spec.sorts[0] ? '' : sort,
    direction: direction === defaultDirection(sort) ? '' : direction,
    ...filterQuery(state),
    payment: payment === (spec.payment ?? '') ? '' : payment || ALL,
    ...(page > 1 && { page: String(page), after, before }),
  }
  const search = new URLSearchParams(withoutEmpty(query)).toString()
  return search && `?${search}`
}

function withoutEmpty(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

/**
 * Returns the sort order and direction after a click on a column header. If the table is already sorted by that
 * column, the direction is reversed.
 */
export function sortBy(state: TableState, sort: string): Pick<TableState, 'sort' | 'direction'> {
  if (state.sort !== sort) return { sort, direction: defaultDirection(sort) }
  return { sort, direction: state.direction === 'asc' ? 'desc' : 'asc' }
}

export function isFiltered(state: TableState, spec: TableSpec): boolean {
  const { payment, ...others } = filterQuery(state)
  return Object.keys(others).length > 0 || payment !== spec.payment
}

function defaultDirection(sort: string): string {
  return sort === 'newest' ? 'desc' : 'asc'
}
