import { catalogueCalls } from './catalogue.ts'
import { identityCalls } from './identity.ts'
import { orderCalls } from './orders.ts'
import { paymentCalls } from './payments.ts'

/** Every JSON call of the shop: the product on one screen. */
export const calls = { ...identityCalls, ...catalogueCalls, ...orderCalls, ...paymentCalls }

export type Calls = typeof calls
export type CallName = keyof Calls
