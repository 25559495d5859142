import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import type { Database } from '../database/database.ts'
import { isDuplicate } from '../database/database-errors.ts'
import { openDatabase } from '../database/open-database.ts'
import { DEFAULT_SETTINGS } from './postgres-pool.ts'

type Tables = { beans: { name: string; cents: number | null } }

const server = stores.find(({ name }) => name === 'postgres')

describe.runIf(server).each([true, false])(
  'statements on PostgreSQL, with prepared statements: %s',
  (prepares) => {
    let store: Store
    let database: Database<Tables>
    beforeAll(async () => {
      if (!server) throw new Error('There is no server.')
      store = await server.empty()
      database = await openDatabase<Tables>({ ...store, postgres: { ...DEFAULT_SETTINGS, prepares } })
      await database.script('CREATE TABLE beans (name TEXT PRIMARY KEY, cents BIGINT)')
    })
    afterAll(async () => {
      await database.close()
      await store.dispose()
    })

    const add = (name: string, cents: number | null = null) =>
      database.write(({ tx }) => tx.insertInto('beans').values({ name, cents }).execute())
    const names = async () =>
      (await database.read.selectFrom('beans').select('name').orderBy('name').execute()).map(
        ({ name }) => name,
      )
    const prepared = async () => {
      const { rows } = await sql<{ name: string }>`SELECT name FROM pg_prepared_statements`.execute(
        database.read,
      )
      return rows.length
    }

    test('returns rows with numbers and null, and the number of changed rows', async () => {
      await add('Java', 1250)
      await add('Kona')
      for (let times = 0; times < 2; times++) {
        const rows = await database.read.selectFrom('beans').selectAll().orderBy('name').execute()
        expect(rows).toEqual([
          { name: 'Java', cents: 1250 },
          { name: 'Kona', cents: null },
        ])
        const changed = await database.write(({ tx }) => tx.updateTable('beans').set({ cents: 1 }).execute())
        expect(changed.map(({ numUpdatedRows }) => numUpdatedRows)).toEqual([2n])
        await database.write(({ tx }) =>
          tx
            .updateTable('beans')
            .set({ cents: sql`CASE name WHEN 'Java' THEN 1250 END` })
            .execute(),
        )
      }
      expect((await prepared()) > 0).toBe(prepares)
    })

    test('rolls back all statements of a write, the first one too, and uses the connection again', async () => {
      const before = await names()
      const failed = database.write(async ({ tx }) => {
        await tx.insertInto('beans').values({ name: 'Lost', cents: 1 }).execute()
        await tx.insertInto('beans').values({ name: 'Lost', cents: 2 }).execute()
      })
      await expect(failed).rejects.toSatisfy(isDuplicate)
      await expect(add('Java')).rejects.toSatisfy(isDuplicate)
      expect(await names()).toEqual(before)
    })

    test('sends one statement alone without BEGIN', async () => {
      const query = vi.spyOn(pg.Client.prototype, 'query')
      await database.writeOne([], (tx) => tx.insertInto('beans').values({ name: 'Rio', cents: 3 }).execute())
      expect(query).toHaveBeenCalledTimes(1)
      query.mockRestore()
      expect(await names()).toEqual(expect.arrayContaining(['Rio']))
    })

    test('reads and writes rows of a table to which a migration has added a column', async () => {
      const all = () => database.read.selectFrom('beans').selectAll().where('name', '=', 'Java').execute()
      const returning = (name: string) =>
        database.write(({ tx }) =>
          tx.insertInto('beans').values({ name, cents: 4 }).returningAll().executeTakeFirst(),
        )
      await all()
      await returning('Old')
      await database.script('ALTER TABLE beans ADD COLUMN roast TEXT')
      expect(await returning('New')).toEqual({ name: 'New', cents: 4, roast: null })
      expect(await all()).toEqual([{ name: 'Java', cents: 1250, roast: null }])
    })
  },
)
