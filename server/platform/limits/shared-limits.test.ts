import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openShopDatabase } from '#server/shop-database.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { passTime } from '#test/postgres/pass-time.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { deleteFullBuckets, limitsInDatabase } from './shared-limits.ts'
import { Limits } from '../http/rate-limits.ts'
import type { SharedLimits } from './shared-limits.ts'

/** One token is refilled in a minute, so that none is refilled while a test runs. */
const BUCKET = { burst: 3, refillMs: 60_000 }
const inDatabase = stores.filter(({ name }) => name === 'postgres')

const implementations = stores.map((store) => ({
  ...store,
  open: (database: ShopDatabase) => (store.name === 'sqlite' ? new Limits() : limitsInDatabase(database)),
}))

describe.each(implementations)('rate limits for a shop on $name', ({ fresh, open }) => {
  let store: Store
  let database: ShopDatabase
  let limits: SharedLimits
  let count = 0
  let key: string
  beforeAll(async () => {
    store = await fresh()
    database = await openShopDatabase(store)
    limits = open(database)
  })
  afterAll(async () => {
    await database.close()
    await store.dispose()
  })
  beforeEach(() => {
    key = `key ${(count += 1)}`
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(() => vi.useRealTimers())

  const counted = (name: string, bucket = BUCKET) => ({ bucket, key: `${key} ${name}` })
  async function take(times: number, name = 'a') {
    const taken: boolean[] = []
    for (let time = 0; time < times; time++) taken.push(await limits.takeAll([counted(name)]))
    return taken
  }

  test('allow a burst, and then one request for each refill', async () => {
    expect(await take(4)).toEqual([true, true, true, false])
    await passTime(database, 60_000)
    expect(await take(2)).toEqual([true, false])
  })

  test('never allow more than the burst after a pause', async () => {
    await take(3)
    await passTime(database, 24 * 3_600_000)
    expect(await take(4)).toEqual([true, true, true, false])
  })

  test('allow no more than the burst to requests at the same moment', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, () => limits.takeAll([counted('a'), counted('b')])),
    )
    expect(all.filter(Boolean)).toHaveLength(3)
  })

  test('take a token from all buckets or from none', async () => {
    await take(3, 'b')
    for (let times = 0; times < 5; times++)
      expect(await limits.takeAll([counted('a'), counted('b')])).toBe(false)
    expect(await take(4, 'a')).toEqual([true, true, true, false])
  })

  test('return the time until all buckets have a token', async () => {
    const both = [counted('a'), counted('b', { burst: 1, refillMs: 6000 })]
    expect(await limits.waitForAll(both)).toBe(0)
    await limits.takeAll(both)
    const wait = await limits.waitForAll(both)
    expect(wait).toBeGreaterThan(4000)
    expect(wait).toBeLessThanOrEqual(6000)
    await passTime(database, wait)
    expect([await limits.waitForAll(both), await limits.takeAll(both)]).toEqual([0, true])
  })

  test('take returned tokens back, up to the burst', async () => {
    await take(3)
    await limits.giveAllBack([counted('a'), counted('never taken')])
    expect(await take(2)).toEqual([true, false])
    for (let times = 0; times < 9; times++) await limits.giveAllBack([counted('a')])
    expect(await take(4)).toEqual([true, true, true, false])
  })

  test('never wait for each other, whatever the order of their keys', async () => {
    const [a, b, roomy] = [counted('a'), counted('b'), { burst: 1000, refillMs: 60_000 }]
    const both = [
      { ...a, bucket: roomy },
      { ...b, bucket: roomy },
    ]
    const rounds = Array.from({ length: 100 }, async (_, index) => {
      const inOrder = index % 2 === 0 ? both : both.toReversed()
      const isTaken = await limits.takeAll(inOrder)
      await limits.giveAllBack(inOrder.toReversed())
      return isTaken
    })
    const startedAt = performance.now()
    expect(new Set(await Promise.all(rounds))).toEqual(new Set([true]))
    // PostgreSQL looks for a deadlock only after a second.
    expect(performance.now() - startedAt).toBeLessThan(1000)
  })
})

describe.each(inDatabase)('rate limits in the database on $name', ({ fresh }) => {
  test('of full buckets are deleted, and others are kept', async () => {
    const store = await fresh()
    const database = await openShopDatabase(store)
    const limits = limitsInDatabase(database)
    await limits.takeAll([{ bucket: { burst: 3, refillMs: 1 }, key: 'full' }])
    await limits.takeAll([{ bucket: BUCKET, key: 'used' }])
    await new Promise((resolve) => setTimeout(resolve, 5))
    await deleteFullBuckets(database)
    const { rows } = await sql`SELECT key FROM rate_limits`.execute(database.read)
    expect(rows).toEqual([{ key: 'used' }])
    await database.close()
    await store.dispose()
  })
})
