import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Delivery, exact, oneOf } from './fields.ts'
import { PARCEL_SERVICES } from './values/exports.ts'
import { subscriptionStates } from './values/orders/subscriptions.ts'
import { listedStates, sortsOf } from './values/states.ts'

/**
 * Returns the schemas of the query parameters of a list that is read page by page. `limit` is the maximum number of
 * rows, 1 to 100. `after` and `before` are the cursors from the header `Link` of another page, whose `rel="next"` and
 * `rel="prev"` are the URLs of the pages after and before it. `sort` is one of the sort orders in `sorts`.
 */
function pageQuery<S extends string>(sorts: readonly S[]) {
  return {
    limit: Type.Optional(Type.String({ pattern: '^([1-9]\\d?|100)$' })),
    after: Type.Optional(Type.String({ maxLength: 2000 })),
    before: Type.Optional(Type.String({ maxLength: 2000 })),
    sort: Type.Optional(oneOf(sorts)),
    direction: Type.Optional(oneOf(['asc', 'desc'])),
  }
}

/**
 * The text of a search filter. The filter finds rows whose email address or name begins with this text. It does not
 * distinguish between A to Z and a to z.
 */
const FilterText = Type.Optional(Type.String({ maxLength: 200 }))

/**
 * A day in the time zone of the shop, such as `2026-11-20`, in the format of an HTML date input. Days before 1970 are
 * refused: rows are found by the time in their ids, and that time begins in 1970.
 */
const Day = Type.Optional(
  Type.String({ pattern: '^(19[7-9]\\d|[2-9]\\d{3})-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' }),
)

/** Filters by creation date: finds rows that were created from the day `from` to the day `to`, both included. */
const days = { from: Day, to: Day }

/**
 * The filters for the list of lines. The payment `ordered` finds paid lines and those of orders that wait for
 * payment.
 */
const productFilters = {
  email: FilterText,
  name: FilterText,
  payment: Type.Optional(oneOf(['OK', 'NOT OK', 'ordered'])),
  delivery: Type.Optional(Delivery),
  ...days,
}

/**
 * The filters for the list of orders. `delivery` finds orders whose lines are in this delivery state. The state `withdrawn`
 * finds orders from which the customer has withdrawn, and that are neither refunded nor cancelled.
 */
const orderFilters = {
  email: FilterText,
  name: FilterText,
  state: Type.Optional(oneOf(listedStates)),
  delivery: Type.Optional(Delivery),
  ...days,
}

const userFilters = { email: FilterText, name: FilterText }

export const ProductsQuery = exact({ ...pageQuery(sortsOf.products), ...productFilters })

export const OrdersQuery = exact({ ...pageQuery(sortsOf.orders), ...orderFilters })

export const UsersQuery = exact({ ...pageQuery(sortsOf.users), ...userFilters })

/** The email address and the name are those of the subscriber. */
export const SubscriptionsQuery = exact({
  ...pageQuery(['newest']),
  ...userFilters,
  state: Type.Optional(oneOf(subscriptionStates)),
})

/**
 * The query of a request that counts the rows of a list: the filters of the list, without its sort order and its page.
 */
export const ProductCountQuery = exact(productFilters)
export const OrderCountQuery = exact(orderFilters)
export const UserCountQuery = exact(userFilters)

/** The query of a list that can only be sorted by creation time. */
export const NewestQuery = exact(pageQuery(['newest']))

export type ProductsQuery = Static<typeof ProductsQuery>
export type OrdersQuery = Static<typeof OrdersQuery>
export type UsersQuery = Static<typeof UsersQuery>
export type SubscriptionsQuery = Static<typeof SubscriptionsQuery>
export type NewestQuery = Static<typeof NewestQuery>
export type ProductCountQuery = Static<typeof ProductCountQuery>
export type OrderCountQuery = Static<typeof OrderCountQuery>
export type UserCountQuery = Static<typeof UserCountQuery>

/** The query of a file with everything of a month, such as `2026-11`, in the time zone of the shop. */
export const MonthQuery = exact({
  month: Type.String({ pattern: '^(19[7-9]\\d|[2-9]\\d{3})-(0[1-9]|1[0-2])$' }),
})

export type MonthQuery = Static<typeof MonthQuery>

/** The query of the file with the orders to send, for a parcel service. */
export const ParcelsQuery = exact({ service: oneOf(PARCEL_SERVICES) })

export type ParcelsQuery = Static<typeof ParcelsQuery>
