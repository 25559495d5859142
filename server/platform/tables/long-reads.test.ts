import '#test/cheap-passwords.ts'
import { sql } from 'kysely'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fill } from '#test/cart.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('long reads of lists on $name', ({ name: dialect, fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  let cora: TestPerson
  let asked = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  let unwatched: typeof shop.database.longRead

  beforeAll(async () => {
    ;[ada, cora] = await Promise.all([shop.admin('Ada'), shop.person('Cora')])
    await fill(cora, shop.shelves.espresso)
    unwatched = shop.database.longRead
    shop.database.longRead = unwatched.withPlugin(counting)
  })
  beforeEach(() => void (asked = 0))
  afterAll(() => void (shop.database.longRead = unwatched))

  const get = (path: string) =>
    shop.app.inject({
      url: `/api${path}`,
      headers: { authorization: `Bearer ${ada.token}`, cookie: ada.cookie },
    })

  test.each([
    '/glance',
    '/allProducts?email=cora',
    '/allProducts?name=esp&sort=price',
    '/allProducts?payment=NOT%20OK',
    '/allProducts?delivery=Sent',
    '/allProducts?from=2026-11-20&to=2026-11-21',
    '/fullProducts?delivery=Sent',
    '/count/products',
    '/count/orders?from=2026-11-20',
    '/count/users?name=ada',
    '/fullProducts?name=cora',
    '/allUser?email=cora',
    '/export/month/orders.csv?month=2026-11',
    '/export/month/money.csv?month=2026-11',
    '/export/parcels.csv?service=dhl',
    '/discounts',
  ])('of %s use the connection for long reads', async (path) => {
    expect((await get(path)).statusCode).toBe(200)
    expect(asked).toBeGreaterThan(0)
  })

  test.each([
    '/allProducts',
    '/allProducts?sort=price',
    '/allProducts?sort=delivery',
    '/fullProducts',
    '/allUser',
    '/messages',
    '/outbox',
    '/audit',
  ])('are not used for %s, which is quick', async (path) => {
    expect((await get(path)).statusCode).toBe(200)
    expect(asked).toBe(0)
  })

  test.skipIf(dialect === 'postgres')('do not delay the requests of shoppers', async () => {
    const order: string[] = []
    const note = (word: string) => () => order.push(word)
    const long =
      sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 6000000) SELECT count(*) FROM n`.execute(
        shop.database.longRead,
      )
    const waiting = [
      long.then(note('long')),
      get('/glance').then(note('glance')),
      get('/allUser?name=ada').then(note('users')),
    ]
    await fill(cora, shop.shelves.lungo)
    await cora.call('GET /myCarts', { query: { email: cora.email } })
    order.push('shopper')
    await Promise.all(waiting)
    expect(order.slice(0, 2)).toEqual(['shopper', 'long'])
  })
})
