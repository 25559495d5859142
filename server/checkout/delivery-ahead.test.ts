import { beforeEach, describe, expect, test } from 'vitest'
import { setShopDates } from '#contract/values/dates/shop-dates.ts'
import { counter, portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { givenShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { deliveryAhead } from './delivery-ahead.ts'

/** 24 November 2026 is a Tuesday. */
const tuesday = Date.parse('2026-11-24T11:00:00Z')

const aheadIn = (visitorZone: string, settings = portugueseShop) =>
  deliveryAhead(settings, { at: tuesday, visitorZone })

describe('what the page of a product says about delivery', () => {
  beforeEach(() => setShopDates({ dateStyle: 'iso', timeZone: portugueseShop.timeZone }))

  test('is the lowest price, the limit for free delivery and the promise for the country of the visitor', () => {
    expect(aheadIn('Europe/Madrid')).toEqual({
      country: 'ES',
      isTaxed: false,
      orderUntil: '10:00 Lisbon time tomorrow',
      offers: [
        {
          name: 'Post',
          kind: 'parcel',
          price: 450,
          freeFrom: 5000,
          promise: { roastOn: '2026-11-25', from: '2026-11-26', to: '2026-11-30' },
        },
        {
          name: 'At the roastery',
          kind: 'pickup',
          price: 0,
          freeFrom: null,
          promise: { roastOn: '2026-11-25', from: '2026-11-25', to: '2026-11-25' },
        },
      ],
    })
  })

  test.each([
    ['Atlantic/Azores', 'PT', 450],
    ['Asia/Kolkata', 'IN', 2000],
    ['Asia/Calcutta', 'IN', 2000],
    ['UTC', 'PT', 450],
    ['Middle/Earth', 'PT', 450],
    ['', 'PT', 450],
  ])('in the time zone %j is that for %s', (zone, country, price) => {
    expect(aheadIn(zone)).toMatchObject({ country, offers: [{ price }, {}] })
  })

  test('has no time limit in a shop without roast days, and no parcel where none is sent', () => {
    const roasting = { ...portugueseShop.roasting, weekdays: [] }
    const ahead = aheadIn('Europe/Madrid', { ...portugueseShop, roasting, methods: [counter] })
    expect(ahead).toMatchObject({ country: 'PT', isTaxed: true, orderUntil: null })
    expect(ahead.offers).toMatchObject([{ kind: 'pickup', promise: null }])
  })
})

describe.each(stores)('GET /delivery on $name', ({ fresh }) => {
  const shop = givenShop(fresh)

  test('follows the settings at once, and needs an account only where the products do', async () => {
    const query = { timeZone: 'Europe/Madrid' }
    expect((await shop.send('GET /delivery', { query })).status).toBe(401)
    const { call } = await shop.person('Cora')
    expect((await call('GET /delivery', { query })).answer.offers).toEqual([])
    await saveTestSelling(shop.database, portugueseShop)
    expect((await call('GET /delivery', { query })).answer).toMatchObject({ country: 'ES', offers: [{}, {}] })
  })
})
