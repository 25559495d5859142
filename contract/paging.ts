import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Delivery, exact, oneOf } from './fields.ts'
import { sortsOf } from './values/states.ts'

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

/** A day in UTC, as `2026-11-20`: an HTML date field sends this. Days before 1970 have no ids. */
const Day = Type.Optional(
  Type.String({ pattern: '^(19[7-9]\\d|[2-9]\\d{3})-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' }),
)

/** The days between which rows were ordered; both are included. */
const days = { from: Day, to: Day }

const productFilters = {
  email: FilterText,
  name: FilterText,
  payment: Type.Optional(oneOf(['OK', 'NOT OK'])),
  delivery: Type.Optional(Delivery),
  ...days,
}

/** `delivery` finds the orders of which at least one item is in that state. */
const orderFilters = { email: FilterText, name: FilterText, delivery: Type.Optional(Delivery), ...days }

const userFilters = { email: FilterText, name: FilterText }

export const ProductsQuery = exact({ ...pageQuery(sortsOf.products), ...productFilters })

export const OrdersQuery = exact({ ...pageQuery(sortsOf.orders), ...orderFilters })

export const UsersQuery = exact({ ...pageQuery(sortsOf.users), ...userFilters })

/** What is counted takes the filters of its table, and neither an order nor a page. */
export const ProductCountQuery = exact(productFilters)
export const OrderCountQuery = exact(orderFilters)
export const UserCountQuery = exact(userFilters)

/** For tables that only come newest first. */
export const NewestQuery = exact(pageQuery(['newest']))

export type ProductsQuery = Static<typeof ProductsQuery>
export type OrdersQuery = Static<typeof OrdersQuery>
export type UsersQuery = Static<typeof UsersQuery>
export type NewestQuery = Static<typeof NewestQuery>
export type ProductCountQuery = Static<typeof ProductCountQuery>
export type OrderCountQuery = Static<typeof OrderCountQuery>
export type UserCountQuery = Static<typeof UserCountQuery>
