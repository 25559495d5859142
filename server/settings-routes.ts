import { openingRoutes } from './opening/routes.ts'
import type { CallsSetup } from './platform/http/calls.ts'
import { sellingRoutes } from './selling/routes.ts'
import type { Selling } from './selling/selling.ts'
import type { ShopDatabase } from './shop-database.ts'
import { shopRoutes } from './shop/routes.ts'

type SettingsSetup = { database: ShopDatabase; selling: Selling; demo: boolean; gateway: string }

/**
 * Adds the routes with which admins change the settings: those for selling, and the profile of the shop. `gateway` is the
 * name of the gateway for new payments.
 */
export function serveSettings(setup: CallsSetup, { database, selling, demo, gateway }: SettingsSetup): void {
  sellingRoutes(setup, { database, selling })
  shopRoutes(setup, { database, demo })
  openingRoutes(setup, { database, demo, gateway })
}
