import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { proxyTo } from '#test/postgres/proxy.ts'
import type { Proxy } from '#test/postgres/proxy.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import type { Database } from '../database/database.ts'
import { DatabaseUnusable } from '../database/database-errors.ts'
import { openDatabase } from '../database/open-database.ts'
import { takeLease } from './lease.ts'
import type { Lease } from './lease.ts'
import { thisProcess } from './process-name.ts'

const server = stores.find(({ name }) => name === 'postgres')
/**
 * Times in milliseconds. They are long enough that a process on a busy machine does not lose its lease during a short
 * pause.
 */
const TIMES = { renewMs: 300, holdMs: 2000, expiryMs: 6000 }
const PATIENT = { timeout: 30_000 }

/** Two processes on other machines. This process cannot check whether they are still running. */
const one = { host: 'web-1', machine: 'one', pid: 11 }
const other = { host: 'web-2', machine: 'two', pid: 22 }

describe.runIf(server)('the lease on a database server', () => {
  let store: Store
  let between: Proxy
  let database: Database<object>
  const held: Lease<object>[] = []
  const said: string[] = []
  beforeEach(async () => {
    if (!server) throw new Error('There is no server.')
    store = await server.empty()
    between = await proxyTo(String(store.databaseUrl))
    database = await openDatabase<object>({ ...store, databaseUrl: between.url })
    said.splice(0)
  })
  afterEach(async () => {
    between.wake()
    await Promise.all(held.splice(0).map((lease) => lease.release()))
    await database.close()
    between.close()
    await store.dispose()
  })

  async function take(self = thisProcess()): Promise<Lease<object>> {
    const lease = await takeLease(database, { self, times: TIMES, say: (sentence) => said.push(sentence) })
    held.push(lease)
    return lease
  }

  /** Leaves the lease as a killed process would leave it: the lease is neither renewed nor released. */
  async function leaveBehind(self: typeof one): Promise<void> {
    await (await takeLease(database, { self, times: TIMES })).release()
    await sql`INSERT INTO instances SELECT 'shop', 'gone', ${self.host}, ${self.machine}, ${self.pid}, 0, (extract(epoch FROM clock_timestamp()) * 1000)::bigint`.execute(
      database.read,
    )
  }

  const write = (lease: Lease<object>) => lease.guard(database).write(async () => 'written')
  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => error,
    )

  test(
    'is refused to a second process, with the name of the first one, as long as that renews it',
    PATIENT,
    async () => {
      await take(one)
      await pause(TIMES.expiryMs + TIMES.renewMs)
      await expect(take(other)).rejects.toThrow(
        /^Another process already runs a shop on this database: process 11 on web-1, since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\. Stop it, or choose another DATABASE_URL\.$/,
      )
    },
  )

  test('goes to one of two that start at the same moment', PATIENT, async () => {
    const results = await Promise.allSettled([take(one), take(other)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('is free at once after it was released', async () => {
    const first = await take(one)
    await first.release()
    await take(other)
    expect(said).toEqual([])
    expect(await failureOf(write(first)), 'it writes no more').toBeInstanceOf(DatabaseUnusable)
  })

  test('is free at once if its process was on this machine and has ended', async () => {
    const self = thisProcess()
    await leaveBehind({ ...self, pid: 2 ** 22 + 1 })
    await take(self)
    expect(said).toEqual([])
  })

  test(
    'of a process that was killed on another machine expires, and the waiting process prints that',
    PATIENT,
    async () => {
      await leaveBehind(one)
      const begin = performance.now()
      await take(other)
      expect(performance.now() - begin).toBeGreaterThan(TIMES.expiryMs - TIMES.renewMs)
      expect(said).toEqual([
        `Waiting up to 6 s: process 11 on web-1, since 1970-01-01 00:00:00 UTC may still run a shop on this database.`,
      ])
    },
  )

  test('rejects writes while it cannot be renewed, before another process may take it', PATIENT, async () => {
    const lease = await take(one)
    expect(await write(lease)).toBe('written')
    between.sleep()
    await pause(TIMES.holdMs + 50)
    expect(await failureOf(write(lease))).toBeInstanceOf(DatabaseUnusable)
    expect(await failureOf(lease.guard(database).check())).toBeInstanceOf(DatabaseUnusable)
    between.wake()
    await expect.poll(() => failureOf(write(lease)), PATIENT).toBeNull()
  })

  test('that expires during a transaction rolls it back', async () => {
    const lease = await take(one)
    await database.script('CREATE TABLE beans (name TEXT)')
    const frozen = lease.guard(database).write(async ({ tx }) => {
      await sql`INSERT INTO beans VALUES ('Java')`.execute(tx)
      const thawedAt = Date.now() + TIMES.holdMs + 1
      vi.spyOn(Date, 'now').mockReturnValue(thawedAt)
    })
    expect(await failureOf(frozen)).toBeInstanceOf(DatabaseUnusable)
    vi.restoreAllMocks()
    expect((await sql`SELECT name FROM beans`.execute(database.read)).rows).toEqual([])
  })

  test(
    'is renewed, and the readiness check passes, while slow reads occupy every connection of the pool',
    PATIENT,
    async () => {
      const guarded = (await take(one)).guard(database)
      const slow = sql`SELECT pg_sleep(${(TIMES.holdMs + 1500) / 1000})`
      const reads = Promise.all(Array.from({ length: 15 }, () => slow.execute(database.read)))
      await pause(TIMES.holdMs + 500)
      expect(await failureOf(guarded.check())).toBeNull()
      await reads
    },
  )

  test(
    'is renewed within seconds on a new connection after the old ones have stopped answering',
    PATIENT,
    async () => {
      const guarded = (await take(one)).guard(database)
      between.silence()
      await pause(TIMES.holdMs)
      await expect.poll(() => failureOf(guarded.check()), { timeout: 8000 }).toBeNull()
    },
  )

  test('that was taken by another process ends this one and rejects its writes', PATIENT, async () => {
    const lease = await take(one)
    await sql`UPDATE instances SET holder = 'another', host = 'web-2', pid = 22`.execute(database.read)
    expect((await lease.lost).message).toMatch(
      /^This process was silent for too long, and process 22 on web-2, since .* UTC runs the shop on this database now\. This one ends\.$/,
    )
    expect(await failureOf(write(lease))).toBeInstanceOf(DatabaseUnusable)
    await lease.release()
    expect((await sql<{ holder: string }>`SELECT holder FROM instances`.execute(database.read)).rows).toEqual(
      [{ holder: 'another' }],
    )
  })
})
