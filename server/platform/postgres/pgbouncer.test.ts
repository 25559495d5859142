import '#test/cheap-passwords.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { stockShelves } from '#test/catalogue.ts'
import type { TestCatalogue } from '#test/catalogue.ts'
import { isPgbouncerInstalled, startPgbouncer } from '#test/postgres/pgbouncer.ts'
import type { Pooler } from '#test/postgres/pgbouncer.ts'
import { openTestShop } from '#test/shop.ts'
import type { TestPerson, TestShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { DEFAULT_SETTINGS } from './postgres-pool.ts'

const server = stores.find(({ name }) => name === 'postgres')

describe.runIf(server && isPgbouncerInstalled)('a shop behind PgBouncer in transaction mode', () => {
  let store: Store
  let pooler: Pooler
  let shop: TestShop
  let shelves: TestCatalogue

  beforeAll(async () => {
    if (!server) throw new Error('There is no server.')
    store = await server.fresh()
    pooler = await startPgbouncer(String(store.databaseUrl))
    const postgres = { ...DEFAULT_SETTINGS, prepares: false }
    const place = { ...store, databaseUrl: pooler.url, postgres }
    shop = await openTestShop(place, { env: { DATABASE_PREPARE: '0' } })
    shelves = await stockShelves(shop.database)
  }, 20_000)
  afterAll(async () => {
    await shop.close()
    await pooler.dispose()
    await store.dispose()
  })

  const pay = async (person: TestPerson) =>
    (await person.send('POST /fullOrder', { body: fullPayment(person, await cartOf(person)) })).status

  test('sells to several people at once', async () => {
    const people = await Promise.all(['Ann', 'Bea', 'Cid', 'Dan', 'Eve', 'Fay'].map(shop.person))
    await Promise.all(people.map((person) => fill(person, shelves.espresso, shelves.lungo)))
    expect(await Promise.all(people.map(pay))).toEqual(people.map(() => 200))
    for (const person of people)
      expect((await person.send('GET /myOrders', {})).answer.orders).toHaveLength(1)
  })

  test('says that it is busy while PgBouncer is gone, and sells again after that', async () => {
    const gus = await shop.person('Gus')
    await fill(gus, shelves.espresso)
    const body = fullPayment(gus, await cartOf(gus))
    await pooler.stop()
    const started = performance.now()
    for (let times = 0; times < 5; times++) {
      const { status, problem } = await gus.send('POST /fullOrder', { body })
      expect([status, problem.code]).toEqual([503, 'busy'])
    }
    expect(performance.now() - started).toBeLessThan(2000)
    await pooler.start()
    await expect.poll(() => pay(gus), { timeout: 10_000 }).toBe(200)
    expect((await gus.send('GET /myOrders', {})).answer.orders).toHaveLength(1)
  })
})
