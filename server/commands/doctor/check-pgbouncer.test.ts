import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { isPgbouncerInstalled, startPgbouncer } from '#test/postgres/pgbouncer.ts'
import type { Pooler } from '#test/postgres/pgbouncer.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { runCheck } from './check.ts'
import { checkDatabase } from './check-database.ts'

const server = stores.find(({ name }) => name === 'postgres')

describe.runIf(server && isPgbouncerInstalled)(
  'the check of a database behind PgBouncer in transaction mode',
  () => {
    let store: Store
    let pooler: Pooler
    beforeAll(async () => {
      if (!server) throw new Error('There is no server.')
      store = await server.fresh()
      pooler = await startPgbouncer(String(store.databaseUrl))
    })
    afterAll(async () => {
      await pooler.dispose()
      await store.dispose()
    })

    /** Runs the check through PgBouncer. Returns its results as lines, such as `fail It is broken.`. */
    async function find(env: NodeJS.ProcessEnv): Promise<string[]> {
      const config = readConfig({ DATA_DIR: store.dataDir, DATABASE_URL: pooler.url, ...env })
      const found = await runCheck(checkDatabase, config)
      return found.map(({ level, text }) => `${level} ${text}`)
    }

    test('names the setting that it needs', async () => {
      expect(await find({})).toEqual([
        expect.stringMatching(/^fail .*unsupported startup parameter.* Set DATABASE_PREPARE=0/),
      ])
    })

    test('finds that time-outs are missing, until the database has them', async () => {
      const without = await find({ DATABASE_PREPARE: '0' })
      expect(without[0]).toMatch(/^ok PostgreSQL \d+/)
      expect(without.slice(2)).toEqual([
        expect.stringMatching(
          /^warn A statement that hangs is not cancelled: set .*statement_timeout.* for the role/,
        ),
      ])
      await setTimeouts()
      expect((await find({ DATABASE_PREPARE: '0' }))[2]).toBe('ok Statements that hang are cancelled.')
    })

    /** Sets the time-outs for the database and not for its role, because other tests use the same role. */
    async function setTimeouts(): Promise<void> {
      const client = new pg.Client({ connectionString: String(store.databaseUrl) })
      await client.connect()
      const name = client.escapeIdentifier(new URL(String(store.databaseUrl)).pathname.slice(1))
      for (const set of [
        "statement_timeout = '15s'",
        "lock_timeout = '5s'",
        "idle_in_transaction_session_timeout = '4s'",
      ])
        await client.query(`ALTER DATABASE ${name} SET ${set}`)
      await client.end()
      await pooler.stop()
      await pooler.start()
    }
  },
)
