import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from '../call.ts'
import { exact } from '../fields.ts'

/**
 * How far the shop is set up. Nothing of it is stored: a step is done if the settings and the catalogue have what it asks
 * for. `gateway` is the name of the payment gateway for new payments: `later`, `stripe`, or `instant` in a demo shop.
 */
export const ShopStart = exact({
  isDone: exact({
    name: Type.Boolean(),
    delivery: Type.Boolean(),
    payment: Type.Boolean(),
    products: Type.Boolean(),
  }),
  gateway: Type.String(),
})

export type ShopStart = Static<typeof ShopStart>

export const startCalls = {
  'GET /shop/start': {
    summary: 'Which steps of setting up the shop are done',
    access: 'admin',
    limit: 'read',
    answer: ShopStart,
  },
} as const satisfies CallTable
