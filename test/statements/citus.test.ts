import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShopDatabase } from '#server/shop-database.ts'
import { cartOf } from '../cart.ts'
import { buy } from '../orders/orders.ts'
import { openTestShop } from '../shop.ts'
import type { TestShop } from '../shop.ts'
import { stockShelves } from '../catalogue.ts'
import { stores } from '../stores.ts'
import type { Store } from '../stores.ts'
import { distributions } from './distribution.ts'

const file = readFileSync(join(import.meta.dirname, '../../deploy/citus.sql'), 'utf8')
const [keys = '', citus = ''] = file.split('-- Part 2')
const server = stores.find(({ name }) => name === 'postgres')

test('deploy/citus.sql distributes every table as declared', () => {
  const expected = Object.entries(distributions).flatMap(([table, how]) => {
    if (how.kind === 'global') return []
    return how.kind === 'shopper' ? [`distributed ${table} ${how.column}`] : [`reference ${table}`]
  })
  const found = [...citus.matchAll(/create_(reference|distributed)_table\('(\w+)'(?:, '(\w+)')?/g)].map(
    ([, kind, table, column]) => [kind, table, column].filter(Boolean).join(' '),
  )
  expect(found.toSorted()).toEqual(expected.toSorted())
})

describe.skipIf(!server)(
  'a shop whose unique keys contain the shopper, as deploy/citus.sql makes them',
  () => {
    let store: Store
    let shop: TestShop
    beforeAll(async () => {
      if (!server) return
      store = await server.fresh()
      const database = await openShopDatabase(store)
      await database.script(keys.replaceAll(/^(BEGIN|COMMIT);$/gm, ''))
      await database.close()
      shop = await openTestShop(store)
    })
    afterAll(async () => {
      await shop.close()
      await store.dispose()
    })

    test('has no unique key without the shopper', async () => {
      const tables = Object.entries(distributions).filter(([, how]) => how.kind === 'shopper')
      for (const [table] of tables) {
        const { rows } = await sql`
        SELECT indexrelid::regclass::text AS name FROM pg_index
        WHERE indisunique AND indrelid = ${table}::regclass AND NOT EXISTS (
          SELECT 1 FROM pg_attribute WHERE attrelid = indrelid AND attname = 'user_id' AND attnum = ANY (indkey))
      `.execute(shop.database.read)
        expect([table, rows]).toEqual([table, []])
      }
    })

    test('sells', async () => {
      const { espresso, lungo } = await stockShelves(shop.database)
      const cora = await shop.person('Cora')
      await buy(cora, espresso, lungo)
      expect((await cartOf(cora)).map(({ payment }) => payment)).toEqual(['OK', 'OK'])
    })
  },
)
