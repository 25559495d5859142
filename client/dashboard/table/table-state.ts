import { deliveryStates, orderStates } from '#contract/values/states.ts'
import type { DeliveryState, OrderState } from '#contract/values/states.ts'

export type Direction = 'asc' | 'desc'
export type Payment = 'OK' | 'NOT OK' | 'ordered'

/** The filters of a table. A filter that is not set is an empty string. */
export type Filters = {
  email: string
  name: string
  payment: Payment | ''
  state: OrderState | ''
  delivery: DeliveryState | ''
  /** `from` and `to` are the first and the last day of the rows to show. They are days of the shop, such as `2026-11-20`. */
  from: string
  to: string
}

export type FilterName = keyof Filters

/**
 * The sort orders and the filters that a table offers. The first sort order is the default. `payment` is the filter that
 * is set at first. Without it, none is.
 */
export type TableSpec<S extends string> = {
  sorts: readonly [S, ...S[]]
  filters: readonly FilterName[]
  payment?: Payment
}

/**
 * Which page of a table is shown. It is read after or before a cursor of the API. The number of the page is not known to
 * the API: it is counted here from one page to the next. The first page is number 1 and has no cursor.
 */
export type PageCursor = { page: number; after: string; before: string }

/** How a table is currently sorted and filtered, and which page of it is shown. */
export type TableState<S extends string> = Filters & PageCursor & { sort: S; direction: Direction }

/** The filters as query parameters of an API call. Filters that are not set are left out. */
export type FilterQuery = { [N in FilterName]?: Exclude<Filters[N], ''> }

/**
 * The query parameters of an API call for all rows of a table. The default sort order and the default direction are left
 * out.
 */
type TableQuery<S extends string> = FilterQuery & { sort?: S; direction?: Direction }

/** The query parameters of an API call for one page of a table. */
export type PageQuery<S extends string> = TableQuery<S> & { limit: string; after?: string; before?: string }

/** The maximum number of rows on a page. */
export const PAGE_ROWS = 50

export const FIRST_PAGE: PageCursor = { page: 1, after: '', before: '' }

export const PAYMENTS: readonly Payment[] = ['OK', 'NOT OK', 'ordered']

/** The payment filter in the URL of a page that shows all rows, although another filter is set at first. */
const ALL = 'all'

/** Returns the filters that a table has at first. */
export function firstFilters({ payment = '' }: { payment?: Payment | '' }): Filters {
  return { email: '', name: '', payment, state: '', delivery: '', from: '', to: '' }
}

/** The maximum number of characters in a filter's text. The server refuses longer texts. */
export const MAX_LETTERS = 200

/**
 * Reads the state of a table from the query of a URL. Ignores invalid values, and filters and sort orders that the
 * table does not offer.
 */
export function readTableState<S extends string>(search: string, spec: TableSpec<S>): TableState<S> {
  const params = new URLSearchParams(search)
  const text = (name: FilterName) =>
    spec.filters.includes(name) ? (params.get(name) ?? '').slice(0, MAX_LETTERS) : ''
  const sort = spec.sorts.find((known) => known === params.get('sort')) ?? spec.sorts[0]
  const direction = params.get('direction')
  return {
    sort,
    direction: direction === 'asc' || direction === 'desc' ? direction : defaultDirection(sort),
    email: text('email'),
    name: text('name'),
    payment: paymentIn(text('payment'), spec),
    state: orderStates.find((state) => state === text('state')) ?? '',
    delivery: deliveryStates.find((state) => state === text('delivery')) ?? '',
    from: isDay(text('from')) ? text('from') : '',
    to: isDay(text('to')) ? text('to') : '',
    ...pageIn(params),
  }
}

/** Returns the first page unless the query of the URL has the number of another page and one cursor. */
function pageIn(params: URLSearchParams): PageCursor {
  const page = Number(params.get('page'))
  const [after = '', before = ''] = ['after', 'before'].map((name) => params.get(name) ?? '')
  const isPage = Number.isSafeInteger(page) && page > 1 && CURSOR.test(after + before)
  return isPage && (after === '' || before === '') ? { page, after, before } : FIRST_PAGE
}

/** What the API accepts as a cursor. */
const CURSOR = /^[\w-]{1,2000}$/

function paymentIn(text: string, { payment }: Pick<TableSpec<string>, 'payment'>): Payment | '' {
  return text === ALL ? '' : (PAYMENTS.find((known) => known === text) ?? payment ?? '')
}

/** Returns the state of a table as query parameters of the API call for the rows of its page. */
export function pageQuery<S extends string>(state: TableState<S>, spec: TableSpec<S>): PageQuery<S> {
  return { ...tableQuery(state, spec), limit: String(PAGE_ROWS), ...cursorOf(state) }
}

/** Returns the filters and the sort order of a table as query parameters. */
export function tableQuery<S extends string>(state: TableState<S>, spec: TableSpec<S>): TableQuery<S> {
  const { sort, direction } = state
  return {
    ...(sort !== spec.sorts[0] && { sort }),
    ...(direction !== defaultDirection(sort) && { direction }),
    ...filterQuery(state),
  }
}

/** Returns only the filters as query parameters. The API call that counts rows takes filters but no sort order. */
export function filterQuery({ email, name, payment, state, delivery, from, to }: Filters): FilterQuery {
  return withoutEmpty({ email: email.trim(), name: name.trim(), payment, state, delivery, from, to })
}

function cursorOf({ after, before }: PageCursor) {
  return withoutEmpty({ after, before })
}

function withoutEmpty<T extends Record<string, string>>(values: T): { [N in keyof T]?: Exclude<T[N], ''> } {
  const filled = Object.entries(values).filter(([, value]) => value !== '')
  // cast: the entries are those of `values`
  return Object.fromEntries(filled) as { [N in keyof T]?: Exclude<T[N], ''> }
}

/**
 * Returns the state of a table as the query of the page's URL, such as `?email=ann&sort=price`. Returns an empty string
 * for the default state.
 */
export function tableSearch<S extends string>(state: TableState<S>, spec: TableSpec<S>): string {
  const { payment, ...query } = tableQuery(state, spec)
  return searchOf({
    ...query,
    ...(payment !== spec.payment && { payment: payment ?? ALL }),
    ...(state.page > 1 && { page: String(state.page), ...cursorOf(state) }),
  })
}

/** Returns the state of a table as the query of the URL of its export. */
export function exportSearch<S extends string>(state: TableState<S>, spec: TableSpec<S>): string {
  return searchOf(tableQuery(state, spec))
}

function searchOf(query: Record<string, string>): string {
  const search = new URLSearchParams(query).toString()
  return search && `?${search}`
}

/**
 * Returns the sort order and direction after a click on a column header. If the table is already sorted by that
 * column, the direction is reversed.
 */
export function sortBy<S extends string>(
  state: TableState<S>,
  sort: S,
): Pick<TableState<S>, 'sort' | 'direction'> {
  if (state.sort !== sort) return { sort, direction: defaultDirection(sort) }
  return { sort, direction: state.direction === 'asc' ? 'desc' : 'asc' }
}

/** Returns whether the page shows the newest rows. */
export function isNewestFirst({ sort, direction, page }: TableState<string>): boolean {
  return sort === 'newest' && direction === 'desc' && page === 1
}

/** Returns whether the user has set a filter. */
export function isFiltered(filters: Filters, spec: Pick<TableSpec<string>, 'payment'> = {}): boolean {
  const { payment, ...others } = filterQuery(filters)
  return Object.keys(others).length > 0 || payment !== spec.payment
}

/** Returns whether the first day is after the last day, so that no row can match. */
export function areDaysReversed({ from, to }: Filters): boolean {
  return from !== '' && to !== '' && from > to
}

/**
 * Returns whether the server accepts a text as a day. The server refuses years before 1970. A date field can contain
 * such a year while the user types.
 */
export function isDay(text: string): boolean {
  return /^(19[7-9]\d|[2-9]\d{3})-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}

function defaultDirection(sort: string): Direction {
  return sort === 'newest' ? 'desc' : 'asc'
}
