import { sellingCalls } from '#contract/selling/settings.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { readVersioned } from './read-selling.ts'
import { saveSelling } from './save-selling.ts'

export function sellingRoutes(setup: CallsSetup, database: ShopDatabase): void {
  serveCalls(setup, sellingCalls, {
    'GET /selling': () => readVersioned(database.read),
    'PUT /selling': ({ caller, body }) => saveSelling(database, caller, body),
  })
}
