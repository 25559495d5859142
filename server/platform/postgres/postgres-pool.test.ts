import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { proxyTo } from '#test/postgres/proxy.ts'
import type { Proxy } from '#test/postgres/proxy.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import type { Database } from '../database/database.ts'
import { isUnavailable } from '../database/database-errors.ts'
import { openPostgres } from '../database/postgres.ts'

/** Timeouts in milliseconds that are much shorter than those of the shop, so that the tests need not wait long. */
const TIMEOUTS = {
  connectMs: 1000,
  statementMs: 500,
  lockMs: 250,
  idleMs: 600,
  silentMs: 1500,
  closeMs: 300,
}

const server = stores.find(({ name }) => name === 'postgres')

describe.runIf(server)('a PostgreSQL server that hangs', () => {
  let store: Store
  let between: Proxy
  let database: Database<object>
  const told: string[] = []
  beforeEach(async () => {
    if (!server) throw new Error('There is no server.')
    store = await server.fresh()
    between = await proxyTo(String(store.databaseUrl))
    database = await openPostgres<object>(between.url, { timeouts: TIMEOUTS })
    told.splice(0)
    database.events.subscribe(({ type }) => told.push(type))
  })
  afterEach(async () => {
    between.wake()
    await database.close()
    between.close()
    await store.dispose()
  })

  const ask = async () =>
    (await sql<{ answer: number }>`SELECT 42 AS answer`.execute(database.read)).rows[0]?.answer
  const write = () => database.write(({ tx }) => sql`SELECT 1`.execute(tx))
  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => error,
    )

  test('makes statements reject soon, and they succeed again when it answers', async () => {
    expect(await ask()).toBe(42)
    between.sleep()
    const failures = await Promise.all(
      Array.from({ length: 15 }, (_, index) => failureOf(index % 2 ? ask() : write())),
    )
    expect(failures.map(isUnavailable)).toEqual(Array.from({ length: 15 }, () => true))
    between.wake()
    expect([await ask(), await failureOf(write())]).toEqual([42, null])
  })

  test('during a write is reported as unavailable, not as a failed rollback', async () => {
    const writing = database.write(async ({ tx }) => {
      await sql`SELECT 1`.execute(tx)
      between.sleep()
      await sql`SELECT 2`.execute(tx)
    })
    expect(isUnavailable(await failureOf(writing))).toBe(true)
  })

  test('makes the shop publish again and again that events may have been missed, until it answers', async () => {
    between.sleep()
    await vi.waitFor(() => expect(told.length).toBeGreaterThan(1), 8000)
    expect(new Set(told)).toEqual(new Set(['events-missed']))
    between.wake()
    await vi.waitFor(async () => expect(await failureOf(write())).toBeNull(), 5000)
    await pause(TIMEOUTS.silentMs)
    const before = told.length
    await pause(TIMEOUTS.silentMs)
    expect(told.length).toBe(before)
  })

  test('is not confused with an idle one: an idle connection stays open', async () => {
    await pause(2.5 * TIMEOUTS.silentMs)
    expect(told).toEqual([])
    await write()
    await database.write(async ({ publish }) => publish({ type: 'catalogue' }))
    expect(told).toEqual(['catalogue'])
  })

  test('does not prevent the shop from closing', async () => {
    const asking = failureOf(
      ask()
        .then(() => between.sleep())
        .then(ask),
    )
    await vi.waitFor(() => expect(between.isAsleep()).toBe(true))
    const begin = performance.now()
    await database.close()
    expect(performance.now() - begin).toBeLessThan(TIMEOUTS.silentMs)
    expect(isUnavailable(await asking)).toBe(true)
  })

  test('is reported at the start of the shop', async () => {
    between.sleep()
    await expect(openPostgres(between.url, { timeouts: TIMEOUTS })).rejects.toThrow(
      /^The database of DATABASE_URL cannot be used: /,
    )
  })

  test('rolls back a transaction whose process is suspended before its commit', async () => {
    const frozen = database.write(async ({ tx }) => {
      await sql`SELECT 1`.execute(tx)
      await pause(1.5 * TIMEOUTS.idleMs)
    })
    expect(isUnavailable(await failureOf(frozen))).toBe(true)
  })

  test('cancels a statement and a wait for a lock that take too long, but not a migration', async () => {
    const slow = sql`SELECT pg_sleep(1)`
    expect(isUnavailable(await failureOf(slow.execute(database.read)))).toBe(true)
    await database.script('CREATE TABLE beans (name TEXT); SELECT pg_sleep(1.8)')
    const lock = (then: () => unknown) =>
      database.write(async ({ tx }) => {
        await sql`LOCK TABLE beans`.execute(tx)
        await then()
      })
    let late: unknown = null
    await lock(async () => (late = await failureOf(lock(() => undefined))))
    expect(late).toMatchObject({ code: '55P03' })
    expect(isUnavailable(late)).toBe(true)
  })
})
