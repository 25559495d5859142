import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShopDatabase } from '#server/shop-database.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { enter, itemRow, orderRow } from '#test/rows.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { changeLineEmails } from './cart.ts'
import { listLines } from './queries.ts'

describe.each(stores)('a new email address of a user on $name', ({ name, fresh }) => {
  let store: Store
  let database: ShopDatabase
  beforeAll(async () => {
    store = await fresh()
    database = await openShopDatabase(store)
  })
  afterAll(async () => {
    await database.close()
    await store.dispose()
  })

  const [from, to] = ['cora@old.example', 'cora@new.example']
  const idsOf = async (userId: string, email: string) =>
    (await listLines(database.read, { userId, email })).map(({ id }) => id).toSorted()

  test('is written to all lines of that user, and to nothing else', async () => {
    const order = orderRow({ user_id: 'cora', email: from })
    const own = [
      itemRow({ user_id: 'cora', email: from }),
      itemRow({ user_id: 'cora', email: from, payment: 'OK', order_id: order.id }),
    ]
    const removed = itemRow({ user_id: 'cora', email: from, removed_at: 1 })
    const formerOwner = itemRow({ user_id: 'former owner', email: from })
    await enter(database, { items: [...own, removed, formerOwner], orders: [order] })
    await database.write(({ tx }) => changeLineEmails(tx, { userId: 'cora', from, to }))
    expect(await idsOf('cora', to)).toEqual(own.map(({ id }) => id).toSorted())
    expect(await idsOf('cora', from)).toEqual([])
    expect(await idsOf('former owner', from)).toEqual([formerOwner.id])
    const { read } = database
    const [line] = await read.selectFrom('cart_items').select('email').where('id', '=', removed.id).execute()
    const [copy] = await read.selectFrom('orders').select('email').where('id', '=', order.id).execute()
    expect([line?.email, copy?.email]).toEqual([to, from])
  })

  test.skipIf(name === 'postgres')('finds the lines by the index of addresses', async () => {
    const plan = sql<{ detail: string }>`EXPLAIN QUERY PLAN
      UPDATE cart_items SET email = ${to} WHERE email = ${from} AND user_id = ${'cora'}`
    const { rows } = await plan.execute(database.read)
    expect(rows.map(({ detail }) => detail).join()).toContain('cart_items_by_email (email=?)')
  })
})
