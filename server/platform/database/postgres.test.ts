import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { openDatabase } from './open-database.ts'
import type { Database } from './database.ts'

type TestEvent = { type: string; id?: string }

const server = stores.find(({ name }) => name === 'postgres')

describe.runIf(server)('two instances on PostgreSQL', () => {
  let store: Store | undefined
  let one: Database<object, TestEvent>
  let other: Database<object, TestEvent>
  beforeEach(async () => {
    const empty = await server?.fresh()
    if (!empty) throw new Error('There is no server.')
    store = empty
    const urgent = new Set(['user', 'catalogue', 'last'])
    one = await openDatabase(empty, urgent)
    other = await openDatabase(empty, urgent)
  })
  afterEach(async () => {
    await Promise.all([one.close(), other.close()])
    await store?.dispose()
  })

  test('receive the events of the other one once, and their own events only once', async () => {
    const [here, there]: unknown[][] = [[], []]
    one.events.subscribe((change) => here?.push(change))
    other.events.subscribe((change) => there?.push(change))
    await one.write(async ({ publish }) => publish({ type: 'user', id: '7' }))
    await vi.waitFor(() => expect(there).toHaveLength(1))
    await one.write(async ({ publish }) => publish({ type: 'orders' }))
    await other.write(async ({ publish }) => publish({ type: 'catalogue' }))
    const changes = [{ type: 'user', id: '7' }, { type: 'catalogue' }, { type: 'orders' }]
    await vi.waitFor(() => expect(there).toEqual(changes), 3000)
    await vi.waitFor(() => expect(here).toEqual([changes[0], changes[2], changes[1]]))
  })

  /** Makes the next commits fail in the client at once, although the server makes them. */
  function loseAnswers(): void {
    const { query } = pg.Client.prototype
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...of: unknown[]
    ): unknown {
      const answer: unknown = Reflect.apply(query, this, of)
      if (JSON.stringify(of[0]).includes('commit') === false) return answer
      return Promise.reject(new Error('Connection terminated unexpectedly'))
    })
  }

  test('receive the event of a commit whose response was lost, and publish it again in its own process', async () => {
    const [here, there]: string[][] = [[], []]
    one.events.subscribe(({ type }) => here?.push(type))
    other.events.subscribe(({ type }) => there?.push(type))
    loseAnswers()
    await expect(one.write(async ({ publish }) => publish({ type: 'catalogue' }))).rejects.toThrow(
      'terminated',
    )
    vi.restoreAllMocks()
    expect(here).toEqual(['catalogue'])
    await vi.waitFor(() => expect(there).toEqual(['catalogue']))
    // The event is published a second time when its row is read, because reads before that may have returned rows from
    // before the commit.
    await vi.waitFor(() => expect(here).toEqual(['catalogue', 'catalogue']), 3000)
    await one.write(async ({ publish }) => publish({ type: 'user' }))
    await other.write(async ({ publish }) => publish({ type: 'last' }))
    await vi.waitFor(() => expect(here?.at(-1)).toBe('last'))
    expect(here?.filter((type) => type === 'user')).toHaveLength(1)
  })

  test('receive the last events of an instance that closes at once', async () => {
    const heard: string[] = []
    one.events.subscribe(({ type }) => heard.push(type))
    const third = await openDatabase<object, TestEvent>(
      { dataDir: '', databaseUrl: String(store?.databaseUrl) },
      new Set(),
    )
    await third.write(async ({ publish }) => publish({ type: 'orders' }))
    await third.close()
    await vi.waitFor(() => expect(heard).toEqual(['orders']), 3000)
  })

  test('listen again if the connection of the listener breaks, and miss no event', async () => {
    const heard: string[] = []
    one.events.subscribe(({ type }) => heard.push(type))
    const listeners = sql<{
      pid: number
    }>`FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()`
    const breakAll = sql`SELECT pg_terminate_backend(pid) ${listeners}`
    await breakAll.execute(other.read)
    await other.write(async ({ publish }) => publish({ type: 'catalogue' }))
    await vi.waitFor(() => expect(heard).toEqual(['catalogue']), 3000)
    const count = sql<{ count: number }>`SELECT count(*) AS count ${listeners}`
    await expect.poll(async () => (await count.execute(other.read)).rows[0]?.count, { timeout: 5000 }).toBe(2)
  })

  test('repeat a write after a deadlock', async () => {
    await one.script(
      "CREATE TABLE beans (name TEXT PRIMARY KEY, cents BIGINT); INSERT INTO beans VALUES ('Java', 0), ('Kona', 0)",
    )
    const raise = (database: Database<object, TestEvent>, names: string[]) =>
      database.write(async ({ tx }) => {
        for (const name of names) {
          await sql`UPDATE beans SET cents = cents + 1 WHERE name = ${name}`.execute(tx)
          await sql`SELECT pg_sleep(0.1)`.execute(tx)
        }
      })
    await Promise.all([raise(one, ['Java', 'Kona']), raise(other, ['Kona', 'Java'])])
    const { rows } = await sql`SELECT cents FROM beans`.execute(one.read)
    expect(rows).toEqual([{ cents: 2 }, { cents: 2 }])
  })
})
