import { startShop } from '../processes/running-shop.ts'
import type { RunningShop } from '../processes/running-shop.ts'
import { deliverTo, startStripe, stripeSettings } from './stripe.ts'
import type { FakeStripe } from './serve.ts'
import { test as peopleTest } from '../../e2e/account-fixtures.ts'

export { expect } from '../../e2e/account-fixtures.ts'

/**
 * The Playwright `test` function with a separate shop whose payments go through `stripe`, a replacement of Stripe. The
 * replacement has a page with the buttons Pay and Decline and the link Back, and sends its events to the shop as soon
 * as they happen.
 */
export const test = peopleTest.extend<object, { stripe: FakeStripe; shop: RunningShop }>({
  stripe: [
    async ({}, use) => {
      const stripe = await startStripe()
      await use(stripe)
      await stripe.close()
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ stripe }, use) => {
      const shop = await startShop({ TRUST_PROXY: '1', ...stripeSettings(stripe) })
      deliverTo(stripe, shop.url)
      await use(shop)
      await shop.dispose()
    },
    { scope: 'worker' },
  ],
})
