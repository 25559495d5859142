import '#test/cheap-passwords.ts'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { newId } from '#server/platform/clock.ts'
import { putInStock } from '#test/catalogue.ts'
import { checkoutOf, pickup, storeCheckout } from '#test/orders/orders.ts'
import { enter, orderRow, paymentRow } from '#test/rows.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('what waits for an admin on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  beforeAll(async () => void (ada = await shop.admin('Ada')))
  afterEach(() => vi.useRealTimers())
  const waiting = async () => (await ada.call('GET /waiting', {})).answer

  test('is what can be done now, and the list of orders finds the same withdrawals', async () => {
    const none = await waiting()
    expect(Object.values(none)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
    const full = { kind: 'full', withdrawn_at: 1 } as const
    await enter(shop.database, {
      orders: [
        orderRow({ kind: 'full', state: 'paid' }),
        orderRow({ kind: 'full', state: 'paid' }),
        orderRow({ kind: 'full', state: 'waiting' }),
        orderRow({ kind: 'full', state: 'packed' }),
        orderRow({ ...full, state: 'paid' }),
        orderRow({ ...full, state: 'delivered' }),
        orderRow({ ...full, state: 'refunded' }),
        orderRow({ ...full, state: 'cancelled' }),
      ],
    })
    const { espresso, lungo, packet } = shop.shelves
    const pickups = [
      orderRow({ kind: 'full', state: 'waiting' }),
      orderRow({ kind: 'full', state: 'waiting', notified_at: 1 }),
      orderRow({ kind: 'full', state: 'waiting' }),
    ]
    const gateways = ['pickup', 'pickup', 'transfer']
    const payments = pickups.map(({ id }, at) => paymentRow({ id, gateway: gateways[at] ?? '' }))
    await enter(shop.database, { orders: pickups, payments })
    for (const { id } of pickups) await storeCheckout(shop.database, id, checkoutOf(pickup))
    const review = { product_id: espresso.id, product_name: 'Espresso', user_id: ada.userId, name: 'Ada' }
    const written = { stars: 5, brewed_with: '', text: 'Good', state: 'waiting' as const, written_at: 1 }
    await shop.database.write(({ tx }) =>
      tx
        .insertInto('reviews')
        .values({ id: newId(), ...review, ...written })
        .execute(),
    )
    await putInStock(shop.database, { unit: 'bags', remaining: 3 }, [espresso, null])
    await putInStock(shop.database, { unit: 'bags', remaining: 4 }, [packet, null])
    await putInStock(shop.database, { unit: 'grams', remaining: 3999 }, [lungo, 1000])
    expect(await waiting()).toMatchObject({ toPack: 4, toPay: 4, withdrawn: 2, lowStock: 2, reviews: 1 })
    const withdrawn = (await ada.call('GET /fullProducts', { query: { state: 'withdrawn' } })).answer
    expect(withdrawn.map(({ state }) => state).toSorted()).toEqual(['delivered', 'paid'])
  })

  test('has what does not add up, which is counted again after a while, or when the desk is opened', async () => {
    const faults = async () => (await waiting()).faults
    const before = await faults()
    const late = () => paymentRow({ status: 'failed', reference: 'ch_1' })
    await enter(shop.database, { payments: [late()] })
    expect(await faults()).toBe(before)
    const { answer: desk } = await ada.call('GET /paymentDesk', {})
    expect(await faults()).toBe(desk.length)
    await enter(shop.database, { payments: [late()] })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 1000 })
    expect(await faults()).toBe(desk.length + 1)
  })
})
