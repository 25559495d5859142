import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/platform/clock.ts'
import { putInStock } from '#test/catalogue.ts'
import { enter, orderRow } from '#test/rows.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('what waits for an admin on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  beforeAll(async () => void (ada = await shop.admin('Ada')))
  const waiting = async () => (await ada.call('GET /waiting', {})).answer

  test('is what can be done now, and the list of orders finds the same withdrawals', async () => {
    const none = await waiting()
    expect(Object.values(none)).toEqual([0, 0, 0, 0, 0, 0])
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
    expect(await waiting()).toMatchObject({ toPack: 3, toPay: 1, withdrawn: 2, lowStock: 2, reviews: 1 })
    const withdrawn = (await ada.call('GET /fullProducts', { query: { state: 'withdrawn' } })).answer
    expect(withdrawn.map(({ state }) => state).toSorted()).toEqual(['delivered', 'paid'])
  })
})
