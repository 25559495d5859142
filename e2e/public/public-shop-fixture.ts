import { startShop } from '../../test/processes/running-shop.ts'
import { test as realTest } from '../selling/real-shop-fixture.ts'

export { expect } from '../selling/real-shop-fixture.ts'

const forEveryone = `'opening', '{"isOpen":true,"productsFor":"everyone"}', 1`

/** The Playwright `test` function with a shop that is not in demo mode and shows its products to everyone. */
export const test = realTest.extend({
  shop: [
    async ({ mailServer, mailDatabase }, use) => {
      const shop = await startShop({
        DEMO: '0',
        TRUST_PROXY: '1',
        ...mailServer.settings,
        ...mailDatabase.settings,
      })
      await mailDatabase.write(
        `INSERT INTO shop_settings (name, value, changed_at) VALUES (${forEveryone})
         ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      )
      // The shop has cached the setting.
      await shop.restart()
      await use(shop)
      await shop.dispose()
    },
    { scope: 'worker' },
  ],
})
