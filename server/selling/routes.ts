import { sellingCalls } from '#contract/selling/settings.ts'
import { startCalls } from '#contract/shop/calls.ts'
import { discountRoutes } from '#server/discounts/routes.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { changeCurrency, showCurrency } from './change-currency.ts'
import { offeredWays, readVersioned } from './read-selling.ts'
import { readStart } from './read-start.ts'
import { saveSelling } from './save-selling.ts'
import type { Selling } from './selling.ts'

/** `gateway` is the name of the gateway for new payments, unless the owner has chosen others. */
type Parts = { database: ShopDatabase; selling: Selling; demo: boolean; gateway: string; hasStripe: boolean }

export function sellingRoutes(setup: CallsSetup, { database, selling, hasStripe, ...start }: Parts): void {
  discountRoutes(setup, { database, currency: (tx) => selling.currency(tx) })
  serveCalls(setup, startCalls, { 'GET /shop/start': () => readStart(database.read, start) })
  serveCalls(setup, sellingCalls, {
    'GET /selling': async () => {
      const { settings, version } = await readVersioned(database.read)
      const ways = offeredWays(settings, start.gateway)
      return { settings: { ...settings, ways }, version, hasStripe }
    },
    'PUT /selling': ({ caller, body }) => saveSelling(database, caller, body),
    'GET /selling/currency': () => showCurrency(database),
    'PUT /selling/currency': async ({ caller, body }) => {
      const changed = await changeCurrency(database, caller, body.currency)
      // The next response of this process must have the new currency.
      await selling.settings()
      return changed
    },
  })
}
