import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { autocommit } from './autocommit.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import type { Database } from '#server/platform/database/database.ts'

type Beans = { beans: { name: string } }

describe.each(stores)('a library with an autocommit connection on $name', ({ empty }) => {
  let store: Store
  let database: Database<Beans>
  beforeAll(async () => {
    store = await empty()
    database = await openDatabase<Beans>(store)
    await database.script('CREATE TABLE beans (name TEXT PRIMARY KEY)')
  })
  afterAll(async () => {
    await database.close()
    await store.dispose()
  })

  test('commits each statement by itself', async () => {
    const library = autocommit(database)
    const added = await library.insertInto('beans').values({ name: 'Java' }).returningAll().executeTakeFirst()
    expect(added).toEqual({ name: 'Java' })
    expect(await library.selectFrom('beans').selectAll().execute()).toEqual([{ name: 'Java' }])
    const changed = await library.updateTable('beans').set({ name: 'Kona' }).executeTakeFirst()
    expect(Number(changed.numUpdatedRows)).toBe(1)
    expect(await database.read.selectFrom('beans').selectAll().execute()).toEqual([{ name: 'Kona' }])
    const deleted = await library.deleteFrom('beans').where('name', '=', 'Kona').executeTakeFirst()
    expect(Number(deleted.numDeletedRows)).toBe(1)
  })

  test('writes at the same time as the shop, and a failed statement does not affect other writes', async () => {
    const library = autocommit(database)
    const results = await Promise.allSettled([
      library.insertInto('beans').values({ name: 'Java' }).execute(),
      library.insertInto('beans').values({ name: 'Java' }).execute(),
      database.write(({ tx }) => tx.insertInto('beans').values({ name: 'Kona' }).execute()),
    ])
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect(await library.selectFrom('beans').selectAll().orderBy('name').execute()).toEqual([
      { name: 'Java' },
      { name: 'Kona' },
    ])
  })

  test('cannot open a transaction', async () => {
    await expect(
      autocommit(database)
        .transaction()
        .execute(async () => 1),
    ).rejects.toThrow('Transactions are not offered here.')
  })
})
