import { test as base } from '@playwright/test'
import { startShop } from '../test/processes/running-shop.ts'
import type { RunningShop } from '../test/processes/running-shop.ts'

export { expect } from '@playwright/test'

/** Browser tests on a demo shop. Each worker starts one on a free port, and `page.goto('/')` opens its home page. */
export const test = base.extend<object, { shop: RunningShop }>({
  shop: [
    async ({}, use) => {
      // The tests sign up from many addresses, which they name as a proxy would (`account-fixtures.ts`).
      const shop = await startShop({ TRUST_PROXY: '1' })
      await use(shop)
      await shop.dispose()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
})
