import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShopDatabase } from '#server/shop-database.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { stores } from '../stores.ts'
import type { Store } from '../stores.ts'
import { recordingFile } from './record.ts'
import { currentCall } from './recorded.ts'

const server = stores.find(({ name }) => name === 'postgres')

/** Returns a function that runs a statement with this name. */
const statement = (name: string) => (db: Db) => sql`SELECT ${sql.lit(name)}`.execute(db)

describe.skipIf(!server)('the recorder of statements', () => {
  let store: Store
  let database: ShopDatabase
  beforeAll(async () => {
    if (!server) return
    store = await server.fresh()
    database = await openShopDatabase(store)
  })
  afterAll(async () => {
    await database.close()
    await store.dispose()
  })

  test.each([
    ['read', (run: ReturnType<typeof statement>) => run(database.read)],
    ['longRead', (run: ReturnType<typeof statement>) => run(database.longRead)],
    ['write', (run: ReturnType<typeof statement>) => database.write(({ tx }) => run(tx))],
    ['writeOne', (run: ReturnType<typeof statement>) => database.writeOne([], run)],
    ['writeOne with an urgent event', (run) => database.writeOne([{ type: 'settings-changed' }], run)],
  ])('sees statements of %s within a call', async (name, run) => {
    const recorded = () => readFileSync(recordingFile, 'utf8').split('\n')
    await currentCall.run('a call of this test', () => run(statement(name)))
    expect(recorded()).toContain(
      JSON.stringify({ call: 'a call of this test', sql: `SELECT '${name}'`, same: [] }),
    )
    await run(statement(`${name}, but outside`))
    expect(recorded().filter((line) => line.includes('but outside'))).toEqual([])
  })
})
