import { test as realTest } from '../selling/real-shop-fixture.ts'

export { expect } from '../selling/real-shop-fixture.ts'

const forEveryone = `'opening', '{"isOpen":true,"productsFor":"everyone"}', 1`

/** The Playwright `test` function with a shop that is not in demo mode and shows its products to everyone. */
export const test = realTest.extend({
  shop: [
    async ({ shop, mailDatabase }, use) => {
      await mailDatabase.write(
        `INSERT INTO shop_settings (name, value, changed_at) VALUES (${forEveryone})
         ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      )
      // The shop has cached the setting.
      await shop.restart()
      await use(shop)
    },
    { scope: 'worker' },
  ],
})
