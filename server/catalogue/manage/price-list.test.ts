import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PriceChange } from '#contract/shop-management.ts'
import { newId } from '#server/platform/clock.ts'
import { leftIn, putInStock } from '#test/catalogue.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('the prices and stocks of all products on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  beforeAll(async () => {
    ada = await shop.admin('Ada')
  })

  const list = async () => (await ada.call('GET /priceList', {})).answer
  const rowOf = async (id: string) => (await list()).find(({ _id }) => _id === id)
  const save = (...changes: PriceChange[]) => ada.send('PUT /priceList', { body: { changes } })
  const priceTo = (_id: string, shown: string, to: string) => ({ _id, price: { shown, to } })

  test('are listed by brand and name, without what was deleted', async () => {
    const rows = await list()
    const { espresso, lungo, packet } = shop.shelves
    expect(rows.map(({ _id }) => _id)).toEqual(expect.arrayContaining([espresso.id, lungo.id, packet.id]))
    expect(rows).toEqual(rows.toSorted((a, b) => (a.place + a.name < b.place + b.name ? -1 : 1)))
    expect(rows.find(({ _id }) => _id === espresso.id)).toMatchObject({ name: 'Espresso', price: '2.50' })
  })

  test('are changed together, in the audit log each, and customers see the new prices at once', async () => {
    const { espresso, lungo } = shop.shelves
    const stockId = await putInStock(shop.database, { unit: 'bags', remaining: 12 }, [espresso, 250])
    const stock = { use: 'bags', shown: stockId, key: newId(), change: 18 } as const
    const { status, answer } = await save(
      { ...priceTo(espresso.id, '2.50', '2,80'), stock },
      priceTo(lungo.id, '10.05', '11'),
    )
    expect([status, answer]).toEqual([200, { acknowledged: true, modifiedCount: 2 }])
    expect(await rowOf(espresso.id)).toMatchObject({ price: '2.80', stock: { remaining: 30 } })
    expect((await rowOf(lungo.id))?.price).toBe('11.00')
    const page = await ada.call('GET /coffee/{id}', { params: { id: lungo.id } })
    expect(page.answer.sizes[0]?.price).toBe('11.00')
    const audit = (await ada.call('GET /audit', { query: { limit: '3' } })).answer
    expect(audit.map(({ action, subject }) => `${action} ${subject}`).toSorted()).toEqual([
      'changed coffee Espresso',
      'changed coffee Lungo',
      'changed stock Espresso',
    ])
  })

  test('are not changed a second time by a repeated request', async () => {
    const { espresso } = shop.shelves
    const stockId = await putInStock(shop.database, { unit: 'bags', remaining: 5 }, [espresso, 250])
    const { price = '' } = (await rowOf(espresso.id)) ?? {}
    const stock = { use: 'bags', shown: stockId, key: newId(), change: 7 } as const
    const change = { ...priceTo(espresso.id, price, '3.10'), stock }
    expect([(await save(change)).status, (await save(change)).status]).toEqual([200, 200])
    expect(await leftIn(shop.database, stockId)).toBe(12)
  })

  test('are all kept if one of them is wrong, and every mistake is named', async () => {
    const { espresso, lungo, packet } = shop.shelves
    const before = await list()
    const stockId = await putInStock(shop.database, { unit: 'bags', remaining: 2 }, [packet, 250])
    const { price = '' } = (await rowOf(espresso.id)) ?? {}
    const stock = { use: 'bags', shown: stockId, key: newId(), change: -3 } as const
    const { status, problem } = await save(
      priceTo(espresso.id, price, '7.00'),
      priceTo(lungo.id, '1.00', '12'),
      { _id: packet.id, price: { shown: '1.00', to: '0' }, stock },
      priceTo('f'.repeat(24), '1.00', '2.00'),
    )
    expect([status, problem.code]).toEqual([422, 'invalid-input'])
    expect(Object.fromEntries(problem.errors?.map(({ field, message }) => [field, message]) ?? [])).toEqual({
      [`${lungo.id}.price`]: 'is $11.00 by now: reload the page',
      [`${packet.id}.price`]: 'must be more than 0',
      [`${packet.id}.stock`]: expect.stringContaining('has changed'),
      [`${'f'.repeat(24)}.price`]: 'is not on sale any more',
    })
    expect((await list()).map(({ price: now }) => now)).toEqual(before.map(({ price: old }) => old))
    expect(await leftIn(shop.database, stockId)).toBe(2)
  })

  test('keep the price that is crossed out for as long as the new one is below it', async () => {
    const { lungo } = shop.shelves
    const sizes = async () =>
      (await ada.call('GET /coffee/{id}', { params: { id: lungo.id } })).answer.sizes[0]
    const { price = '' } = (await rowOf(lungo.id)) ?? {}
    await shop.database.write(({ tx }) =>
      tx.updateTable('products').set({ was_cents: 2000 }).where('id', '=', lungo.id).execute(),
    )
    await save(priceTo(lungo.id, price, '9.00'))
    expect(await sizes()).toMatchObject({ price: '9.00', was: '20.00' })
    await save(priceTo(lungo.id, '9.00', '21.00'))
    expect((await sizes())?.was).toBeUndefined()
  })
})
