import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from './call.ts'
import { exact, Name, Price } from './fields.ts'

/**
 * Today (since midnight UTC) and the last 30 days. Amounts are text in dollars. Nothing unpaid is counted: `orders` are
 * the payments that went through today, each for one item or for a whole cart; `accepted` is the share, from 0 to 1, of
 * the payments started today that went through, null while none has been answered; `sold` are items.
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
