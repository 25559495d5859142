import { Type } from 'typebox'
import type { Static } from 'typebox'
import { exact, oneOf } from './fields.ts'

/** The most rows that one request answers; without `limit` it is this many. */
export const MOST_ROWS = 100

/**
 * How a long table is asked for, as text in the query: `limit` rows (1 to 100), those that come `after` the place
 * that the `Link: rel="next"` header of the page before named, sorted by a column of that table.
 */
function pageQuery<S extends string>(sorts: readonly S[]) {
  return {
    limit: Type.Optional(Type.String({ pattern: '^([1-9]\\d?|100)$' })),
    after: Type.Optional(Type.String({ maxLength: 2000 })),
    sort: Type.Optional(oneOf(sorts)),
    direction: Type.Optional(oneOf(['asc', 'desc'])),
  }
}

/** What is typed into a filter: the beginning of an e-mail address or a name, in any case. */
const FilterText = Type.Optional(Type.String({ maxLength: 200 }))

/** The columns that each table of the dashboard can be sorted by; the first is how it comes without being asked. */
export const sortsOf = {
  products: ['newest', 'email', 'name', 'price', 'payment'],
  orders: ['newest', 'email', 'customer', 'total'],
  users: ['newest', 'email', 'name'],
} as const

export const ProductsQuery = exact({
  ...pageQuery(sortsOf.products),
  email: FilterText,
  name: FilterText,
  payment: Type.Optional(oneOf(['OK', 'NOT OK'])),
})

export const OrdersQuery = exact({ ...pageQuery(sortsOf.orders), email: FilterText, name: FilterText })

export const UsersQuery = exact({ ...pageQuery(sortsOf.users), email: FilterText, name: FilterText })

/** For tables that only come newest first. */
export const NewestQuery = exact(pageQuery(['newest']))

export type ProductsQuery = Static<typeof ProductsQuery>
export type OrdersQuery = Static<typeof OrdersQuery>
export type UsersQuery = Static<typeof UsersQuery>
export type NewestQuery = Static<typeof NewestQuery>
