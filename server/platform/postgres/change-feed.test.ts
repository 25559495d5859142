import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { QueryResult } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { proxyTo } from '#test/postgres/proxy.ts'
import type { Proxy } from '#test/postgres/proxy.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { Events } from '../database/events.ts'
import { oneByOne } from '../database/one-by-one.ts'
import { ChangeFeed, deleteOldChanges, KEPT_MS } from './change-feed.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'

type TestEvent = { type: string; id?: string }

const server = stores.find(({ name }) => name === 'postgres')

describe.runIf(server)('a change by one instance', () => {
  let store: Store
  let between: Proxy
  let one: Database<object, TestEvent>
  const opened: Database<object, TestEvent>[] = []
  beforeEach(async () => {
    if (!server) throw new Error('There is no server.')
    store = await server.fresh()
    between = await proxyTo(String(store.databaseUrl))
    one = await open(store.databaseUrl)
  })
  afterEach(async () => {
    between.wake()
    await Promise.all(opened.splice(0).map((database) => database.close()))
    between.close()
    await store.dispose()
  })

  async function open(databaseUrl: string | null) {
    const database = await openDatabase<object, TestEvent>({ ...store, databaseUrl })
    opened.push(database)
    return database
  }

  /** Returns the ids of the events that this instance publishes from now on. */
  function idsOf(database: Database<object, TestEvent>): string[] {
    const ids: string[] = []
    database.events.subscribe((event) => ids.push('id' in event ? String(event.id) : event.type))
    return ids
  }

  /** Returns the time in milliseconds from the end of a write until the instances have published its event. */
  async function delayOf(id: string, heard: string[][]): Promise<number> {
    await one.write(async ({ publish }) => publish({ type: 'beans', id }))
    const begin = performance.now()
    await vi.waitFor(() => expect(heard.every((ids) => ids.includes(id))).toBe(true), {
      timeout: 5000,
      interval: 1,
    })
    return performance.now() - begin
  }

  async function medianDelay(heard: string[][]): Promise<number> {
    const delays: number[] = []
    for (let round = 0; round < 7; round++) delays.push(await delayOf(`round ${round}`, heard))
    return delays.toSorted((a, b) => a - b)[3] ?? 0
  }

  test('is seen by all others within 100 ms', async () => {
    const others = await Promise.all([open(store.databaseUrl), open(store.databaseUrl)])
    expect(await medianDelay(others.map(idsOf))).toBeLessThan(100)
  })

  test('is seen within a second if the connection of the listener goes silent', async () => {
    const ids = idsOf(await open(between.url))
    await delayOf('before', [ids])
    await pause(500)
    between.deafen()
    expect(await delayOf('after', [ids])).toBeLessThan(1500)
    expect(ids).toEqual(['before', 'after'])
  })

  test('is seen within 150 ms through a pooler, on which no instance listens', async () => {
    const pooler = await proxyTo(String(store.databaseUrl), { isPooler: true })
    const ids = idsOf(await open(pooler.url))
    expect(await medianDelay([ids])).toBeLessThan(150)
    const listeners = sql<{ count: number }>`SELECT count(*) AS count FROM pg_stat_activity
      WHERE query LIKE 'LISTEN%' AND datname = current_database()`
    expect((await listeners.execute(one.read)).rows, 'only the instance without a pooler').toEqual([
      { count: 1 },
    ])
    await opened.pop()?.close()
    pooler.close()
  })

  test('is seen although a row with a higher id was committed and read before', async () => {
    const ids = idsOf(one)
    const late = new pg.Client({ connectionString: String(store.databaseUrl) })
    await late.connect()
    const insert = "INSERT INTO changes (process, events) VALUES ('another', $1)"
    const eventOf = (id: string) => [JSON.stringify([{ type: 'beans', id }])]
    await late.query('BEGIN')
    await late.query(insert, eventOf('low'))
    const early = new pg.Client({ connectionString: String(store.databaseUrl) })
    await early.connect()
    await early.query(insert, eventOf('high'))
    await vi.waitFor(() => expect(ids).toEqual(['high']), 3000)
    await pause(1200)
    await late.query('COMMIT')
    await vi.waitFor(() => expect(ids).toEqual(['high', 'low']), 3000)
    await pause(1200)
    expect(ids, 'each is published once').toEqual(['high', 'low'])
    await Promise.all([late.end(), early.end()])
  })

  test('is not seen if its transaction was rolled back', async () => {
    const ids = idsOf(await open(store.databaseUrl))
    const failing = one.write(async ({ tx, publish }) => {
      publish({ type: 'beans', id: 'failed' })
      await sql`SELECT 1 / 0`.execute(tx)
    })
    await expect(failing).rejects.toThrow('division')
    await delayOf('last', [ids])
    expect(ids).toEqual(['last'])
  })

  test('is kept for some minutes and then deleted', async () => {
    await one.write(async ({ publish }) => publish({ type: 'beans', id: 'new' }))
    await sql`INSERT INTO changes (process, events, at) VALUES ('another', '[]', now() - interval '11 minutes')`.execute(
      one.read,
    )
    await deleteOldChanges(one.read)
    const { rows } = await sql<{ events: string }>`SELECT events FROM changes`.execute(one.read)
    expect(rows).toEqual([{ events: '[{"type":"beans","id":"new"}]' }])
  })

  test('waits for exclusive work of another instance, also if that is exclusive and fails', async () => {
    const other = await open(store.databaseUrl)
    const order: string[] = []
    await Promise.all(
      [one, other].map((database, index) =>
        database.exclusively(async () => {
          order.push(`${index} begins`)
          await pause(100)
          order.push(`${index} ends`)
        }),
      ),
    )
    expect(order[0]?.[0]).toBe(order[1]?.[0])
    expect(order[2]?.[0]).toBe(order[3]?.[0])
    await expect(one.exclusively(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(await other.exclusively(async () => 'free again')).toBe('free again')
  })
})

describe('the feed of changes', () => {
  const missed: string[] = []
  let serverTime = 0
  let feed: ChangeFeed<object, TestEvent>
  beforeEach(async () => {
    const events = new Events<TestEvent>()
    events.subscribe(({ type }) => missed.push(type))
    // Returns what the statement that reads the table returns.
    const reserved = oneByOne<object>('postgres', async <R>(): Promise<QueryResult<R>> => {
      const read = JSON.stringify({ snapshot: 'any', at: serverTime, changes: [] })
      // cast: `R` is the type of the rows of that statement
      return { rows: [{ read }] as R[] }
    })
    const connect = () => Promise.reject(new Error('Nothing can be listened to.'))
    feed = await ChangeFeed.open({ kysely: reserved, reserved, connect, events, urgent: undefined })
    missed.splice(0)
  })
  afterEach(() => feed.close())

  test('publishes that events may be missing if it was suspended while rows were deleted', async () => {
    serverTime += KEPT_MS
    await expect.poll(() => missed).toEqual(['events-missed'])
    await pause(200)
    expect(missed).toHaveLength(1)
  })
})
