import { test as base } from '@playwright/test'
import { startShop } from '../test/processes/running-shop.ts'
import type { RunningShop } from '../test/processes/running-shop.ts'

export { expect } from '@playwright/test'

/** Browser tests on a demo shop. Each worker starts one on a free port, and `page.goto('/')` opens its home page. */
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
