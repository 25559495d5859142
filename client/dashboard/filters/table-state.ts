import { deliveryStates } from '#contract/values/states.ts'
import type { DeliveryState } from '#contract/values/states.ts'

export type Direction = 'asc' | 'desc'
export type Payment = 'OK' | 'NOT OK'

/** The filters of a table. One that is not used is empty. */
export type Filters = {
  email: string
  name: string
  payment: Payment | ''
  delivery: DeliveryState | ''
  /** The first and the last day in UTC, as `2026-11-20`. */
  from: string
  to: string
}

export type FilterName = keyof Filters

/** The sorts and filters that a table has. The first sort is the default. */
export type TableSpec<S extends string> = { sorts: readonly [S, ...S[]]; filters: readonly FilterName[] }

/** How a table is sorted and filtered. */
export type TableState<S extends string> = Filters & { sort: S; direction: Direction }

/** The filters in the query of a request. Those that are not used are left out. */
export type FilterQuery = {
  email?: string
  name?: string
  payment?: Payment
  delivery?: DeliveryState
  from?: string
  to?: string
}

/** The query of a request for rows. A default sort and direction are left out. */
export type TableQuery<S extends string> = FilterQuery & { sort?: S; direction?: Direction }

export const PAYMENTS: readonly Payment[] = ['OK', 'NOT OK']

export const UNFILTERED = { email: '', name: '', payment: '', delivery: '', from: '', to: '' } as const

/** The longest text of a filter. The server refuses longer ones. */
export const MOST_LETTERS = 200

/** Reads a state from the search of an address. Ignores what the table does not have, and values that are not valid. */
export function readTableState<S extends string>(search: string, spec: TableSpec<S>): TableState<S> {
  const params = new URLSearchParams(search)
  const text = (name: FilterName) =>
    spec.filters.includes(name) ? (params.get(name) ?? '').slice(0, MOST_LETTERS) : ''
  const sort = spec.sorts.find((known) => known === params.get('sort')) ?? spec.sorts[0]
  const direction = params.get('direction')
  return {
    sort,
    direction: direction === 'asc' || direction === 'desc' ? direction : defaultDirection(sort),
    email: text('email'),
    name: text('name'),
    payment: PAYMENTS.find((payment) => payment === text('payment')) ?? '',
    delivery: deliveryStates.find((state) => state === text('delivery')) ?? '',
    from: isDay(text('from')) ? text('from') : '',
    to: isDay(text('to')) ? text('to') : '',
  }
}

/** Returns the query of a state. A request for rows and the address of the page use the same one. */
export function tableQuery<S extends string>(state: TableState<S>, spec: TableSpec<S>): TableQuery<S> {
  const { sort, direction } = state
  return {
    ...(sort !== spec.sorts[0] && { sort }),
    ...(direction !== defaultDirection(sort) && { direction }),
    ...filterQuery(state),
  }
}

/** Returns only the filters of a state. A request that counts rows takes no order. */
export function filterQuery({ payment, delivery, from, to, ...texts }: Filters): FilterQuery {
  const email = texts.email.trim()
  const name = texts.name.trim()
  return {
    ...(email !== '' && { email }),
    ...(name !== '' && { name }),
    ...(payment === '' ? null : { payment }),
    ...(delivery === '' ? null : { delivery }),
    ...(from === '' ? null : { from }),
    ...(to === '' ? null : { to }),
  }
}

/** Returns a state as the search of an address, such as `?email=ann&sort=price`, or an empty text for the default. */
export function tableSearch<S extends string>(state: TableState<S>, spec: TableSpec<S>): string {
  const search = new URLSearchParams({ ...tableQuery(state, spec) }).toString()
  return search && `?${search}`
}

/** Returns the state after a click on the header of a column. A second click reverses the direction. */
export function sortBy<S extends string>(
  state: TableState<S>,
  sort: S,
): Pick<TableState<S>, 'sort' | 'direction'> {
  if (state.sort !== sort) return { sort, direction: defaultDirection(sort) }
  return { sort, direction: state.direction === 'asc' ? 'desc' : 'asc' }
}

export function isFiltered(filters: Filters): boolean {
  return Object.keys(filterQuery(filters)).length > 0
}

/** Returns whether the first day is after the last, so that no row can be between them. */
export function areDaysReversed({ from, to }: Filters): boolean {
  return from !== '' && to !== '' && from > to
}

/** Returns whether the server accepts a day. It refuses years before 1970, which a date field holds during typing. */
export function isDay(text: string): boolean {
  return /^(19[7-9]\d|[2-9]\d{3})-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}

function defaultDirection(sort: string): Direction {
  return sort === 'newest' ? 'desc' : 'asc'
}
