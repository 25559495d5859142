import { test as base } from '@playwright/test'
import { startShop } from '../test/processes/running-shop.ts'
import type { RunningShop } from '../test/processes/running-shop.ts'

export { expect } from '@playwright/test'

/** Browser tests with a demo shop of their own: one per worker, on a free port, `page.goto('/')` goes to it. */
export const test = base.extend<object, { shop: RunningShop }>({
  shop: [
    async ({}, use) => {
      const shop = await startShop()
      await use(shop)
      await shop.dispose()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
})
