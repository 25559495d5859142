import { Problem } from '#contract/errors.ts'
import { subscriptionDeskCalls } from '#contract/orders/subscriptions-desk.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { servePage } from '#server/platform/tables/serve-page.ts'
import { readSelling } from '#server/selling/read-selling.ts'
import type { Parts } from '../order-delivery.ts'
import type { wakeShop } from '../wake-shop.ts'
import { changeForCustomer } from './change-for-customer.ts'
import { decideMissed } from './decide-missed.ts'
import { givePresent } from './give-present.ts'
import { presentSubscription, subscriptions } from './list-subscriptions.ts'
import { readOverview } from './overview.ts'
import { showSubscription } from './show-subscription.ts'

/** `wake` wakes the shop, which sleeps because it may be a copy. */
export function subscriptionDeskRoutes(
  setup: CallsSetup,
  parts: Parts,
  wake: ReturnType<typeof wakeShop>,
): void {
  const { database } = parts.payments
  serveCalls(setup, subscriptionDeskCalls, {
    'GET /allSubscriptions': async (request) => {
      const rows = await servePage(database, subscriptions, request)
      const settings = await readSelling(database.read)
      return rows.map((row) => presentSubscription(settings, row))
    },
    'GET /subscriptionsOverview': () => readOverview(parts),
    'GET /subscription/{id}': ({ params }) => showSubscription(database.read, params.id),
    'PUT /subscription/{id}': ({ caller, params, body }) =>
      changeForCustomer(parts, caller, { ...params, change: body }),
    'PUT /subscription/{id}/present': ({ caller, params, body }) =>
      givePresent(parts, caller, { ...params, ...body }),
    'PUT /missedDeliveries/{id}': ({ caller, params, body }) =>
      decideMissed(parts, caller, { ...params, ...body }),
    'POST /shop/wake': async ({ caller }) => {
      const woken = await wake(caller)
      return woken instanceof Problem ? woken : { acknowledged: true }
    },
  })
}
