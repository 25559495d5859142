import { describe, expect, onTestFinished, test } from 'vitest'
import { startShopProcess } from '../shop-process.ts'
import { anyStore } from '../stores.ts'
import { deliverTo, startStripe, stripeSettings } from '../stripe/stripe.ts'
import { letBuy, signUpBuyers } from './load.ts'

describe.each(anyStore)('the buyers of an outage trial', { timeout: 60_000 }, ({ empty }) => {
  test('pay for all they order, on the page of Stripe', async () => {
    const [store, stripe] = await Promise.all([empty(), startStripe()])
    const shop = await startShopProcess(store, { DEMO: '1', TRUST_PROXY: '1', ...stripeSettings(stripe) })
    onTestFinished(async () => {
      await shop.kill()
      await Promise.all([stripe.close(), store.dispose()])
    })
    deliverTo(stripe, shop.url)
    const buyers = await signUpBuyers(shop)
    const { completed, abandoned } = await letBuy(shop, { buyers, seconds: 1 })
    const paid = [...stripe.account.sessions.values()].filter((one) => one.payment_status === 'paid')
    expect([paid.length, abandoned]).toEqual([completed, 0])
    expect(completed).toBeGreaterThanOrEqual(buyers.length)
  })
})
