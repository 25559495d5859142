import { dashboardCalls } from './dashboard.ts'
import { catalogueCalls } from './catalogue.ts'
import { identityCalls } from './identity.ts'
import { orderCalls } from './orders.ts'
import { paymentCalls } from './payments.ts'
import { shopManagementCalls } from './shop-management.ts'

/** Every JSON call of the shop: the product on one screen. */
export const calls = { ...identityCalls, ...catalogueCalls, ...orderCalls, ...paymentCalls, ...shopManagementCalls, ...dashboardCalls }

export type Calls = typeof calls
export type CallName = keyof Calls
