import '#test/cheap-passwords.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { cartOf, fill } from '#test/cart.ts'
import { newGift } from '#test/selling/gifts.ts'
import { forEveryone, saveOpening } from '#test/selling/opening.ts'
import { portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { mailSettings } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { givenStripeShop } from '#test/stripe/stripe-shop.ts'

/** A Tuesday, on which the shop roasts until 10:00. */
const NOW = Date.parse('2026-11-24T08:00:00Z')

describe.each(stores)('gifts that are paid by card on $name', ({ fresh }) => {
  const shop = givenStripeShop(fresh, { env: mailSettings })
  beforeAll(async () => {
    const roasting = { weekdays: [2], cutOff: '10:00', closedDays: [] }
    await saveTestSelling(shop.database, { ...portugueseShop, roasting, currency: 'USD', ways: ['stripe'] })
    await saveOpening(shop.database, forEveryone)
  })
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
  afterEach(() => void vi.useRealTimers())

  test('leave nothing in the cart of their buyer if they are not paid, and say so', async () => {
    const cora = await shop.person('Cora')
    await fill(cora, shop.shelves.lungo)
    const inCart = await cartOf(cora)
    const body = { ...newGift, productId: shop.shelves.espresso.id }
    const params = { id: String((await cora.call('POST /gifts', { body })).answer.paymentId) }
    await cora.call('DELETE /payment/{id}', { params })
    expect(await cartOf(cora)).toEqual(inCart)
    expect((await cora.call('GET /payment/{id}', { params })).answer.status).toBe('failed')
    expect((await cora.call('GET /checkout/{id}', { params })).answer.checkout.total).toBe(2100)
    expect((await cora.send('POST /gifts', { body })).problem.code).toBe('payment-declined')
  })
})
