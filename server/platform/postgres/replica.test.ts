import '#test/cheap-passwords.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { stockShelves } from '#test/catalogue.ts'
import type { TestCatalogue } from '#test/catalogue.ts'
import { proxyTo } from '#test/postgres/proxy.ts'
import type { Proxy } from '#test/postgres/proxy.ts'
import { findPostgres, startPostgres, startReplica } from '#test/postgres/server.ts'
import type { TestServer } from '#test/postgres/server.ts'
import { migrateStore, openTestShop } from '#test/shop.ts'
import type { TestPerson, TestShop } from '#test/shop.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { DEFAULT_SETTINGS } from './postgres-settings.ts'
import { END_OF_LOG, requestPosition } from './wal-position.ts'
import type { RequestPosition } from './wal-position.ts'

const programs = findPostgres()
const SLOW = 30_000

describe.runIf(programs)('a shop with a replica of its database', () => {
  let primary: TestServer
  let replica: TestServer
  let between: Proxy
  let shop: TestShop
  let shelves: TestCatalogue
  let admin: pg.Client

  beforeAll(async () => {
    primary = await startPostgres(programs ?? '')
    const store = { dataDir: temporaryFolder('crema-test-'), databaseUrl: primary.url, dispose: primary.stop }
    await migrateStore(store)
    replica = await startReplica(programs ?? '', primary.url)
    between = await proxyTo(replica.url)
    const postgres = { ...DEFAULT_SETTINGS, replicaUrl: between.url }
    const env = { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: between.url }
    shop = await openTestShop(Object.assign(store, { postgres }), { env })
    shelves = await stockShelves(shop.database)
    admin = new pg.Client({ connectionString: replica.url })
    await admin.connect()
  }, SLOW)
  afterAll(async () => {
    await admin.end()
    await shop.close()
    between.close()
    await replica.stop()
    await primary.stop()
  }, SLOW)

  /** Returns whether a read of a request runs on the replica. */
  const usesReplica = (request: RequestPosition = { lastWrite: null }) =>
    requestPosition.run(request, () =>
      shop.database.readOld(shop.database.read, async (db) => {
        const { rows } = await sql<{ is: boolean }>`SELECT pg_is_in_recovery() AS is`.execute(db)
        return rows[0]?.is
      }),
    )
  const untilUsed = async () =>
    await expect.poll(() => usesReplica(), { timeout: 10_000, interval: 120 }).toBe(true)

  /** Sends requests as a browser does, which returns the cookies that it has received. */
  async function payInBrowser(person: TestPerson): Promise<{ cookie: string }> {
    const { headers } = await person.send('POST /fullOrder', {
      body: fullPayment(person, await cartOf(person)),
      headers: { cookie: person.cookie },
    })
    const set = [headers['set-cookie']].flat().map((cookie) => String(cookie).split(';', 1)[0])
    return { cookie: [person.cookie, ...set].join('; ') }
  }

  const ordersOf = async (person: TestPerson, headers: Record<string, string>) =>
    (await person.send('GET /myOrders', { headers })).answer.orders.length

  test('reads lists from the replica, but only in requests that say what the client has written', async () => {
    await untilUsed()
    expect(await usesReplica({ lastWrite: END_OF_LOG })).toBe(false)
    expect(await shop.database.readOld(shop.database.read, async (db) => db)).toBe(shop.database.read)
  })

  test('shows a paid order at once, although the replica does not have it yet', async () => {
    const cora = await shop.person('Cora')
    await fill(cora, shelves.espresso)
    await untilUsed()
    // The shop does not look at the positions again while its clock stands still, as between two looks.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    await admin.query('SELECT pg_wal_replay_pause()')
    const browser = await payInBrowser(cora)
    // Without the position of the payment, the request reads from the replica, which shows that this test can fail.
    expect(await ordersOf(cora, { cookie: cora.cookie })).toBe(0)
    expect(await ordersOf(cora, browser)).toBe(1)
    // A program that keeps no cookies reads from the primary server.
    expect(await ordersOf(cora, {})).toBe(1)
    clock.mockRestore()
    await admin.query('SELECT pg_wal_replay_resume()')
    await untilUsed()
    expect(await ordersOf(cora, browser)).toBe(1)
  })

  test('does without a replica that falls behind', async () => {
    await untilUsed()
    await admin.query('SELECT pg_wal_replay_pause()')
    await shop.person('Dora')
    await expect.poll(() => usesReplica(), { timeout: 5000, interval: 120 }).toBe(false)
    await admin.query('SELECT pg_wal_replay_resume()')
    await untilUsed()
  })

  test(
    'does without a replica that does not respond, logs that once, and uses it again later',
    async () => {
      await untilUsed()
      shop.log.splice(0)
      between.sleep()
      const logged = () => shop.log.filter((line) => line.includes('replica')).length
      await vi.waitFor(
        async () => {
          expect(await usesReplica()).toBe(false)
          expect(logged()).toBe(1)
        },
        { timeout: 5000, interval: 120 },
      )
      between.wake()
      await untilUsed()
      expect(logged()).toBe(2)
    },
    SLOW,
  )
})
