import { test as base } from '@playwright/test'
import { startShop } from '../test/processes/running-shop.ts'
import type { RunningShop } from '../test/processes/running-shop.ts'

export { expect } from '@playwright/test'

type ShopFixtures = { settings: Record<string, string>; shop: RunningShop }

/**
 * The Playwright `test` function with a running demo shop. Each worker process starts one shop on a free port.
 * `page.goto('/')` opens the home page of the shop. A test file with other `settings` gets a shop of its own.
 */
export const test = base.extend<object, ShopFixtures>({
  // With `TRUST_PROXY`, the shop takes the client's IP address from a header. The tests send many different addresses
  // (see `account-fixtures.ts`), so that they do not reach a rate limit.
  settings: [async ({}, use) => use({ TRUST_PROXY: '1' }), { scope: 'worker' }],
  shop: [
    async ({ settings }, use) => {
      const shop = await startShop(settings)
      await use(shop)
      await shop.dispose()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
})
