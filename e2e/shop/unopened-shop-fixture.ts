import { freePort } from '../../test/processes/free-port.ts'
import { startShop } from '../../test/processes/running-shop.ts'
import { test as mailTest } from '../mail-fixtures.ts'

export { expect } from '../mail-fixtures.ts'

/** The Playwright `test` function with a real shop in an empty folder, which no admin has opened yet. */
export const test = mailTest.extend({
  settings: [
    async ({ mailDatabase }, use) => {
      const port = String(await freePort())
      await use({ PUBLIC_URL: `http://localhost:${port}`, PORT: port, ...mailDatabase.settings })
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ settings }, use) => {
      const shop = await startShop({ DEMO: '0', ...settings }, { opensLater: true })
      await use(shop)
      await shop.dispose()
    },
    { scope: 'worker' },
  ],
})
