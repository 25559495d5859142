import type { DeliveryState } from '#contract/values/states.ts'
import { STEPS } from '../delivery/delivery-steps.ts'

export type Direction = 'asc' | 'desc'
export type Payment = 'OK' | 'NOT OK'
export type FilterName = 'email' | 'name' | 'payment' | 'delivery' | 'from' | 'to'

/** What a table can be sorted and filtered by; its first sort is how it comes without being asked. */
export type TableSpec<S extends string> = { sorts: readonly [S, ...S[]]; filters: readonly FilterName[] }

/** How a table is shown. A filter that is not used is empty. */
export type TableState<S extends string> = {
  sort: S
  direction: Direction
  email: string
  name: string
  payment: Payment | ''
  delivery: DeliveryState | ''
  /** The first and the last day in UTC, as `2026-11-20`. */
  from: string
  to: string
}

/** What is asked of the server, without what goes without saying. */
export type TableQuery<S extends string> = {
  sort?: S
  direction?: Direction
  email?: string
  name?: string
  payment?: Payment
  delivery?: DeliveryState
  from?: string
  to?: string
}

/** Reads an address's search; what does not fit the table is as if it were not there. */
export function readTableState<S extends string>(search: string, spec: TableSpec<S>): TableState<S> {
  const asked = new URLSearchParams(search)
  const text = (name: FilterName) =>
    spec.filters.includes(name) ? (asked.get(name) ?? '').slice(0, MOST_LETTERS) : ''
  const sort = spec.sorts.find((known) => known === asked.get('sort')) ?? spec.sorts[0]
  const direction = asked.get('direction')
  return {
    sort,
    direction: direction === 'asc' || direction === 'desc' ? direction : firstDirection(sort),
    email: text('email'),
    name: text('name'),
    payment: PAYMENTS.find((payment) => payment === text('payment')) ?? '',
    delivery: STEPS.find((state) => state === text('delivery')) ?? '',
    from: isDay(text('from')) ? text('from') : '',
    to: isDay(text('to')) ? text('to') : '',
  }
}

/** The query of a state, the same for the server and, as text, for the address. */
export function tableQuery<S extends string>(state: TableState<S>, spec: TableSpec<S>): TableQuery<S> {
  const { sort, direction } = state
  const email = state.email.trim()
  const name = state.name.trim()
  return {
    ...(sort !== spec.sorts[0] && { sort }),
    ...(direction !== firstDirection(sort) && { direction }),
    ...(email !== '' && { email }),
    ...(name !== '' && { name }),
    ...choicesOf(state),
  }
}

function choicesOf({ payment, delivery, from, to }: TableState<string>) {
  return {
    ...(payment === '' ? null : { payment }),
    ...(delivery === '' ? null : { delivery }),
    ...(from === '' ? null : { from }),
    ...(to === '' ? null : { to }),
  }
}

/** The query of a state without its order: what is counted. */
export function filterQuery<S extends string>(
  state: TableState<S>,
  spec: TableSpec<S>,
): Omit<TableQuery<S>, 'sort' | 'direction'> {
  const { sort: _, direction: _d, ...filters } = tableQuery(state, spec)
  return filters
}

/** The search of an address: `?email=ann&sort=price`, or nothing. */
export function tableSearch<S extends string>(state: TableState<S>, spec: TableSpec<S>): string {
  return searchOf({ ...tableQuery(state, spec) })
}

/** The address of an export, with the filters and the order of its table. */
export function exportAddress<S extends string>(
  path: string,
  state: TableState<S>,
  spec: TableSpec<S>,
): string {
  return `/api${path}${tableSearch(state, spec)}`
}

/** The state after a click on a column's header: that column, and the other way round when it was it already. */
export function sortBy<S extends string>(
  state: TableState<S>,
  sort: S,
): Pick<TableState<S>, 'sort' | 'direction'> {
  if (state.sort !== sort) return { sort, direction: firstDirection(sort) }
  return { sort, direction: state.direction === 'asc' ? 'desc' : 'asc' }
}

export function isFiltered(state: TableState<string>): boolean {
  return FILTERS.some((filter) => state[filter].trim() !== '')
}

/** Whether the server takes this for a day; a year that is still being typed is none. */
export function isDay(text: string): boolean {
  return /^(19[7-9]\d|[2-9]\d{3})-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}

export const UNFILTERED = { email: '', name: '', payment: '', delivery: '', from: '', to: '' } as const

const FILTERS = ['email', 'name', 'payment', 'delivery', 'from', 'to'] as const

const PAYMENTS: readonly Payment[] = ['OK', 'NOT OK']
const MOST_LETTERS = 200

/** The newest first, everything else upwards. */
function firstDirection(sort: string): Direction {
  return sort === 'newest' ? 'desc' : 'asc'
}

function searchOf(query: Record<string, string>): string {
  const search = new URLSearchParams(query).toString()
  return search && `?${search}`
}
