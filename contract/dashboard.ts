import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from './call.ts'
import { exact, Name, Price } from './fields.ts'

/**
 * The sales figures on the dashboard. `today` begins at midnight UTC, and `days` are the last 30 days, including today.
 * `bestSellers` are the products that sold best in these 30 days. `revenue` is text, such as `12.50`. `orders` is the number
 * of payments that succeeded today. `accepted` is the share (0 to 1) of successful payments among the payments that
 * were started today and have an outcome, or null if there are none. `sold` is the number of paid lines.
 */
export const Glance = exact({
  today: exact({
    orders: Type.Integer(),
    revenue: Price,
    accepted: Type.Union([Type.Number(), Type.Null()]),
  }),
  days: Type.Array(exact({ day: Type.String(), sold: Type.Integer(), revenue: Price })),
  bestSellers: Type.Array(exact({ productName: Name, sold: Type.Integer(), revenue: Price })),
})

export type Glance = Static<typeof Glance>

export const dashboardCalls = {
  'GET /glance': { summary: 'Today and the last 30 days', access: 'admin', limit: 'read', answer: Glance },
} as const satisfies CallTable
