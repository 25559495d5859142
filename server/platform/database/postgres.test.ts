import { setTimeout as pause } from 'node:timers/promises'
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
    await vi.waitFor(() => expect(there).toEqual(changes))
    await vi.waitFor(() => expect(here).toEqual([changes[0], changes[2], changes[1]]))
  })

  /**
   * Makes the next commits fail in the client after they have succeeded on the server. `heard` says whether the
   * notifications of such a commit arrive before or after this failure.
   */
  function loseAnswers(heard: 'before' | 'after'): void {
    const { query, emit } = pg.Client.prototype
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...of: unknown[]
    ): unknown {
      const answer: unknown = Reflect.apply(query, this, of)
      if (of[0] !== 'commit') return answer
      return Promise.resolve(answer)
        .then(() => pause(heard === 'before' ? 300 : 0))
        .then(() => Promise.reject(new Error('Connection terminated unexpectedly')))
    })
    vi.spyOn(pg.Client.prototype, 'emit').mockImplementation(function (this: pg.Client, ...of): boolean {
      if (heard === 'after' && of[0] === 'notification')
        void pause(300).then(() => Reflect.apply(emit, this, of))
      else return Reflect.apply(emit, this, of)
      return true
    })
  }

  test.each(['before', 'after'] as const)(
    'receive the event of a commit whose response was lost, with its notification %s the failure',
    async (heard) => {
      const [here, there]: string[][] = [[], []]
      one.events.subscribe(({ type }) => here?.push(type))
      other.events.subscribe(({ type }) => there?.push(type))
      loseAnswers(heard)
      await expect(one.write(async ({ publish }) => publish({ type: 'catalogue' }))).rejects.toThrow(
        'terminated',
      )
      vi.restoreAllMocks()
      expect(here).toEqual(['catalogue'])
      await vi.waitFor(() => expect(there).toEqual(['catalogue']))
      // If the notification arrives after the failure, the event is published a second time, because reads in between
      // may have returned rows from before the commit.
      await vi.waitFor(() => expect(here).toHaveLength(heard === 'after' ? 2 : 1))
      await one.write(async ({ publish }) => publish({ type: 'user' }))
      await other.write(async ({ publish }) => publish({ type: 'last' }))
      await vi.waitFor(() => expect(here?.at(-1)).toBe('last'))
      expect(here?.filter((type) => type === 'user')).toHaveLength(1)
    },
  )

  test('publish that events may have been missed if the connection breaks, and receive events after that', async () => {
    const heard: string[] = []
    one.events.subscribe(({ type }) => heard.push(type))
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN crema' AND datname = current_database()`.execute(
      other.read,
    )
    await vi.waitFor(() => expect(heard).toEqual(['events-missed', 'events-missed']), 5000)
    await other.write(async ({ publish }) => publish({ type: 'catalogue' }))
    await vi.waitFor(() => expect(heard.at(-1)).toBe('catalogue'))
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
