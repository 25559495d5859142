import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StockChange } from '#contract/selling/stock.ts'
import { newId } from '#server/platform/clock.ts'
import { leftIn, orderOf, putInStock } from '#test/catalogue.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

/** Changes without their keys. */
type Unkeyed = {
  [Use in StockChange['use']]: Omit<Extract<StockChange, { use: Use }>, 'key'>
}[StockChange['use']]

describe.each(stores)('changing the stock of a product on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  let cora: TestPerson
  beforeAll(async () => {
    ;[ada, cora] = await Promise.all([shop.admin('Ada'), shop.person('Cora')])
  })
  beforeEach(async () => {
    const unstocked = { stock_id: null, weight_grams: null }
    await shop.database.write(async ({ tx, publish }) => {
      await tx.updateTable('products').set(unstocked).execute()
      publish({ type: 'catalogue-changed' })
    })
  })

  const params = () => ({ id: shop.shelves.espresso.id })
  const shown = async () => (await ada.call('GET /productStock/{id}', { params: params() })).answer
  const send = (body: StockChange) => ada.send('PUT /productStock/{id}', { params: params(), body })
  /** Sends a change with a key of its own. */
  const change = (body: Unkeyed) => send(body.use === 'none' ? body : { ...body, key: newId() })
  const buyOne = async () => {
    const added = await cora.send('POST /orders', { body: orderOf(cora, shop.shelves.espresso) })
    if (added.status !== 200) return added.status
    const id = String(added.answer.insertedId)
    return (await cora.send('PUT /singlePayment/{id}', { params: { id }, body: {} })).status
  }
  const lastAudit = () =>
    shop.database.read
      .selectFrom('audit')
      .select(['who', 'action', 'subject', 'detail'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()

  test('begins with a number of bags, which sells out', async () => {
    expect(await shown()).toMatchObject({ pools: [] })
    expect((await change({ use: 'bags', shown: null, change: 1 })).status).toBe(200)
    expect((await shown()).stock).toMatchObject({ name: 'Espresso', unit: 'bags', remaining: 1 })
    expect([await buyOne(), await buyOne()]).toEqual([200, 409])
    expect(await lastAudit()).toEqual({
      who: ada.email,
      action: 'changed stock',
      subject: 'Espresso',
      detail: 'Espresso: +1, now 1 bags',
    })
  })

  test('adds the difference, so that sales and another admin’s change in the meantime are kept', async () => {
    const id = await putInStock(shop.database, { unit: 'bags', remaining: 10 }, [shop.shelves.espresso, null])
    expect(await buyOne()).toBe(200)
    const changes = [20, -4].map((by) => change({ use: 'bags', shown: id, change: by }))
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([200, 200])
    expect(await leftIn(shop.database, id)).toBe(25)
  })

  test('is made once if the request is repeated', async () => {
    const id = await putInStock(shop.database, { unit: 'bags', remaining: 10 }, [shop.shelves.espresso, null])
    const body = { use: 'bags', shown: id, key: newId(), change: 10 } as const
    const sent = [...(await Promise.all([send(body), send(body)])), await send(body)]
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(sent.map(({ answer }) => answer.modifiedCount).toSorted()).toEqual([0, 0, 1])
    expect(await leftIn(shop.database, id)).toBe(20)
  })

  test.each([{ use: 'bags' }, { use: 'newPool', name: 'Sidamo' }] as const)(
    'is made once if the first count ($use) is repeated, and not with another amount',
    async (first) => {
      const weigh = { weight_grams: 250 }
      await shop.database.write(({ tx }) =>
        tx.updateTable('products').set(weigh).where('id', '=', params().id).execute(),
      )
      const body = { ...first, shown: null, key: newId(), change: 30 }
      const sent = [...(await Promise.all([send(body), send(body)])), await send(body)]
      expect(sent.map(({ answer }) => answer.modifiedCount).toSorted()).toEqual([0, 0, 1])
      const { stock } = await shown()
      for (const corrected of [null, stock?._id ?? null])
        expect((await send({ ...body, shown: corrected, change: 35 })).problem.code).toBe('stock-changed')
      expect(await shown()).toMatchObject({ stock: { _id: stock?._id, remaining: 30 } })
    },
  )

  test('is refused if less than nothing would be left, or if the product has another stock by now', async () => {
    const id = await putInStock(shop.database, { unit: 'bags', remaining: 3 }, [shop.shelves.espresso, null])
    for (const [from, by] of [
      [id, -4],
      [null, 5],
      ['another', 5],
    ] as const) {
      const refused = await change({ use: 'bags', shown: from, change: by })
      expect([refused.status, refused.problem.code]).toEqual([409, 'stock-changed'])
    }
    expect(await leftIn(shop.database, id)).toBe(3)
  })

  test('lets two products be taken from one pool of grams', async () => {
    const { espresso, lungo } = shop.shelves
    const pool = await putInStock(shop.database, { unit: 'grams', remaining: 500 }, [lungo, 500])
    const useIt: Unkeyed = { use: 'pool', shown: null, poolId: pool, change: 0 }
    const light = await change(useIt)
    expect([light.status, light.problem.errors?.[0]?.field]).toEqual([422, 'use'])
    const weigh = { weight_grams: 250 }
    await shop.database.write(({ tx }) =>
      tx.updateTable('products').set(weigh).where('id', '=', espresso.id).execute(),
    )
    expect((await shown()).pools.map(({ _id, remaining }) => [_id, remaining])).toEqual([[pool, 500]])
    expect((await change(useIt)).status).toBe(200)
    expect([await buyOne(), await buyOne(), await buyOne()]).toEqual([200, 200, 409])
  })

  test('opens a new pool, and refuses one that does not exist', async () => {
    const { espresso } = shop.shelves
    await putInStock(shop.database, { unit: 'bags', remaining: 3 }, [espresso, 250])
    const { stock: bags } = await shown()
    const from = bags?._id ?? null
    const unknown = await change({ use: 'pool', shown: from, poolId: String(from), change: 0 })
    expect([unknown.status, unknown.problem.errors?.[0]?.field]).toEqual([422, 'poolId'])
    await change({ use: 'newPool', shown: from, name: ' Sidamo ', change: 1000 })
    expect((await shown()).stock).toMatchObject({ name: 'Sidamo', unit: 'grams', remaining: 1000 })
    expect(await leftIn(shop.database, String(from))).toBe(3)
  })

  test('ends with a product that is never sold out', async () => {
    const id = await putInStock(shop.database, { unit: 'bags', remaining: 0 }, [shop.shelves.espresso, null])
    expect(await buyOne()).toBe(409)
    expect((await change({ use: 'none', shown: id })).status).toBe(200)
    expect(await buyOne()).toBe(200)
    expect(await shown()).not.toHaveProperty('stock')
  })

  test('of a product that does not exist is not found', async () => {
    const sent = { params: { id: 'none' }, body: { use: 'none', shown: null } as const }
    expect((await ada.send('PUT /productStock/{id}', sent)).status).toBe(404)
    expect((await ada.send('GET /productStock/{id}', { params: sent.params })).status).toBe(404)
  })
})
