import { subscriptionDeskCalls } from '#contract/orders/subscriptions-desk.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { servePage } from '#server/platform/tables/serve-page.ts'
import type { Parts } from '../order-delivery.ts'
import { decideMissed } from './decide-missed.ts'
import { presentSubscription, subscriptions } from './list-subscriptions.ts'
import { readOverview } from './overview.ts'

export function subscriptionDeskRoutes(setup: CallsSetup, parts: Parts): void {
  const { database } = parts.payments
  serveCalls(setup, subscriptionDeskCalls, {
    'GET /allSubscriptions': async (request) =>
      (await servePage(database, subscriptions, request)).map(presentSubscription),
    'GET /subscriptionsOverview': () => readOverview(parts),
    'PUT /missedDeliveries/{id}': ({ caller, params, body }) =>
      decideMissed(parts, caller, { ...params, ...body }),
  })
}
