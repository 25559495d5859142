import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import {
  buy,
  checkoutOf,
  orderOfId,
  orderToPayLater,
  payAtPickup,
  pickup,
  storeCheckout,
} from '#test/orders/orders.ts'
import { fill } from '#test/cart.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import type { OrderRow } from '#server/tables.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('the pick list on $name', ({ name, fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  let cora: TestPerson
  let count = 0
  beforeEach(async () => {
    for (const table of ['cart_items', 'orders'] as const)
      await shop.database.write(async ({ tx }) => void (await tx.deleteFrom(table).execute()))
    cora = await shop.person(`Cora ${(count += 1)}`)
  })
  beforeAll(async () => {
    ada = await shop.admin('Ada')
  })

  const pack = (id: string, packing: { weight_grams: number; grind: string }) =>
    shop.database.write(async ({ tx }) => {
      await tx.updateTable('cart_items').set(packing).where('order_id', '=', id).execute()
    })
  const setState = (id: string, change: Partial<Pick<OrderRow, 'state' | 'kind' | 'withdrawn_at'>>) =>
    shop.database.write(({ tx }) => tx.updateTable('orders').set(change).where('id', '=', id).execute())
  const list = async () => (await ada.call('GET /pickList', {})).answer

  test('sums equal lines of all paid orders, and the grams to roast by day', async () => {
    expect(await list()).toEqual({ lines: [], roasts: [], waiting: [], onTheWay: [] })
    const { espresso, lungo } = shop.shelves
    const first = await buy(cora, espresso, espresso)
    await pack(first, { weight_grams: 250, grind: 'Filter' })
    await storeCheckout(shop.database, first, checkoutOf())
    const second = await buy(cora, espresso)
    await pack(second, { weight_grams: 250, grind: 'Filter' })
    const third = await buy(cora, espresso)
    await pack(third, { weight_grams: 1000, grind: 'Filter' })
    const early = { roastOn: '2026-11-23', from: '2026-11-24', to: '2026-11-24' }
    await storeCheckout(shop.database, third, checkoutOf({ promise: early }))
    const plain = await buy(cora, lungo)
    await orderToPayLater(shop.database, cora, lungo)
    const numberOf = async (id: string) => ({ _id: id, number: (await orderOfId(shop.database, id)).number })
    const soldAs = shop.shelves.brand.name
    const filter = { product: 'Espresso', soldAs, grind: 'Filter' }
    expect(await list()).toMatchObject({
      lines: [
        { ...filter, weight: 250, count: 3, orders: [await numberOf(first), await numberOf(second)] },
        { ...filter, weight: 1000, count: 1, orders: [await numberOf(third)] },
        { product: 'Lungo', soldAs, count: 1, orders: [await numberOf(plain)] },
      ],
      roasts: [
        { roastOn: '2026-11-23', coffee: 'Espresso', grams: 1000 },
        { roastOn: '2026-11-24', coffee: 'Espresso', grams: 500 },
        { coffee: 'Espresso', grams: 250 },
      ],
    })
    await ada.call('PUT /order/{id}/state', { params: { id: first }, body: { from: 'paid', to: 'packed' } })
    expect((await list()).lines[0]).toMatchObject({ count: 1, orders: [await numberOf(second)] })
  })

  test('has orders that are paid at pickup, not by transfer, until the customer was told that they are ready', async () => {
    const { id, number } = await orderToPayLater(shop.database, cora, shop.shelves.espresso)
    await pack(id, { weight_grams: 250, grind: 'Filter' })
    expect((await list()).lines).toEqual([])
    await payAtPickup(shop.database, id)
    const transferred = await orderToPayLater(shop.database, cora, shop.shelves.lungo)
    await storeCheckout(shop.database, transferred.id, checkoutOf(pickup))
    expect(await list()).toMatchObject({
      lines: [{ product: 'Espresso', count: 1, orders: [{ _id: id, number }] }],
      roasts: [{ roastOn: '2026-11-24', coffee: 'Espresso', grams: 250 }],
    })
    await shop.database.write(({ tx }) =>
      tx.updateTable('orders').set({ notified_at: 1 }).where('id', '=', id).execute(),
    )
    expect(await list()).toMatchObject({
      lines: [],
      roasts: [],
      waiting: [
        { _id: transferred.id, isPickup: true },
        { _id: id, isPickup: true },
      ],
    })
  })

  test('marks orders from which the customer has withdrawn', async () => {
    const withdrawn = await buy(cora, shop.shelves.espresso)
    const kept = await buy(cora, shop.shelves.espresso)
    await setState(withdrawn, { withdrawn_at: 1 })
    expect((await list()).lines[0]?.orders).toMatchObject([
      { _id: withdrawn, marks: ['withdrawn'] },
      { _id: kept },
    ])
    expect((await list()).lines[0]?.orders[1]).not.toHaveProperty('marks')
    await setState(withdrawn, { state: 'packed' })
    expect((await list()).onTheWay).toMatchObject([{ _id: withdrawn, marks: ['withdrawn'] }])
  })

  test('leads to all orders that are not paid or not delivered, also to single ones', async () => {
    const later = await orderToPayLater(shop.database, cora, shop.shelves.espresso)
    await setState(later.id, { kind: 'single' })
    const [line = ''] = await fill(cora, shop.shelves.lungo)
    await cora.call('PUT /singlePayment/{id}', { params: { id: line }, body: {} })
    const [single] = await shop.database.read
      .selectFrom('orders')
      .selectAll()
      .where('state', '=', 'paid')
      .execute()
    const full = await buy(cora, shop.shelves.espresso)
    const { number, created_at: orderedAt } = later
    const waiting = { _id: later.id, number, state: 'waiting', customer: later.customer, total: '2.50' }
    expect((await list()).waiting).toEqual([{ ...waiting, orderedAt }])
    expect((await list()).onTheWay).toEqual([])
    const id = String(single?.id)
    for (const state of ['packed', 'sent', 'ready'] as const) {
      await setState(id, { state })
      await setState(full, { state })
      expect((await list()).onTheWay).toMatchObject([
        { _id: full, state },
        { _id: id, state },
      ])
    }
    await setState(id, { state: 'delivered' })
    expect((await list()).onTheWay).toMatchObject([{ _id: full }])
  })

  test('has packed orders although 100 newer ones are sent and not marked as delivered', async () => {
    const packed = await buy(cora, shop.shelves.espresso)
    await setState(packed, { state: 'packed' })
    const { id: sent } = await orderToPayLater(shop.database, cora, shop.shelves.espresso)
    await setState(sent, { state: 'sent' })
    const order = await orderOfId(shop.database, sent)
    const copies = Array.from({ length: 100 }, (_, at) => ({
      ...order,
      id: `${sent}${at + 100}`,
      number: Number(order.number) + at + 1,
      payment_id: `${order.payment_id}${at}`,
    }))
    await shop.database.write(({ tx }) => tx.insertInto('orders').values(copies).execute())
    const { onTheWay } = await list()
    expect([onTheWay.length, onTheWay[0]?._id]).toEqual([101, copies.at(-1)?.id])
    expect(onTheWay.filter(({ state }) => state === 'packed')).toMatchObject([{ _id: packed }])
  })

  test.skipIf(name === 'postgres')('finds orders by the indexes of their states', async () => {
    for (const [states, index] of [
      [sql`= 'waiting'`, 'orders_waiting_by_id'],
      [sql`= 'packed'`, 'orders_packed'],
      [sql`IN ('packed', 'sent', 'ready') AND orders.state <> 'packed'`, 'orders_on_the_way'],
    ] as const) {
      const plan = sql<{ detail: string }>`EXPLAIN QUERY PLAN
        SELECT * FROM orders WHERE orders.state ${states} ORDER BY orders.id DESC LIMIT 100`
      const { rows } = await plan.execute(shop.database.read)
      expect(rows.map(({ detail }) => detail)).toEqual([`SCAN orders USING INDEX ${index}`])
    }
  })
})
