import '#test/cheap-passwords.ts'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Shop } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { startJobs } from '#server/start-jobs.ts'
import { stockShelves } from '#test/catalogue.ts'
import { runOwnersCommandHere } from '#test/commands.ts'
import { FakeGateway } from '#test/gateway.ts'
import { portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { subscribe } from '#test/selling/subscriptions.ts'
import { mailSettings, openTestShop } from '#test/shop.ts'
import type { TestShop } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'

const sendMail = vi.hoisted(() => vi.fn(async () => undefined))
vi.mock('nodemailer', () => ({ createTransport: () => ({ sendMail, close: () => undefined }) }))

const SECOND_MS = 1000
const DAY_MS = 24 * 60 * 60 * SECOND_MS
/** A Tuesday, on which the shop roasts until 10:00. */
const ORDERED = Date.parse('2026-11-24T08:00:00Z')

describe.each(anyStore)('a shop with subscriptions', ({ fresh, empty }) => {
  const gateway = new FakeGateway()
  let store: Store
  let shop: TestShop
  const opened: { jobs: Jobs; shop: TestShop }[] = []
  const others: Store[] = []

  const open = (of: Store, env = {}) => openTestShop(of, { gateway, env: { ...mailSettings, ...env } })

  /** Starts the jobs of a shop, as its program does. */
  function work(of: TestShop, { dataDir, databaseUrl }: Store, env: Record<string, string> = {}): void {
    const place = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
    const config = readConfig({ ...mailSettings, ...place, ...env })
    const imageStore = {
      origin: null,
      save: async () => '',
      find: async () => null,
      delete: async () => undefined,
    }
    // The cast is safe: the jobs that these tests wait for use only these parts of the shop.
    const jobs = startJobs({ ...of, imageStore } as unknown as Shop, { database: of.database, config })
    opened.push({ jobs, shop: of })
  }

  /** Lets a minute pass, so that each job that matters here has run. */
  async function pass(): Promise<void> {
    for (let left = 70; left > 0; left -= 1) {
      await vi.advanceTimersByTimeAsync(SECOND_MS)
      await new Promise<void>((next) => setImmediate(next))
    }
  }

  const ordersIn = ({ database }: TestShop) => database.read.selectFrom('orders').select('state').execute()

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: ORDERED })
    store = await fresh()
    shop = await open(store)
    const roasting = { weekdays: [2], cutOff: '10:00', closedDays: [] }
    await saveTestSelling(shop.database, { ...portugueseShop, roasting, ways: ['stripe'] })
    const shelves = await stockShelves(shop.database)
    await subscribe(shop, await shop.person('Cora'), { coffees: [shelves.espresso], everyWeeks: 1 })
    sendMail.mockClear()
  })
  afterEach(async () => {
    for (const { jobs } of opened) await jobs.stop()
    vi.useRealTimers()
    for (const { shop: one } of opened.splice(0)) await one.close()
    for (const { dispose } of [store, ...others.splice(0)]) await dispose()
  })

  test('charges and mails nothing in a restored copy beside it, until an admin wakes the copy', async () => {
    vi.setSystemTime(ORDERED + SECOND_MS)
    const file = join(store.dataDir, 'backup.db')
    await runOwnersCommandHere('backup', store, [file])
    const outer = await empty()
    const copyStore = { ...outer, dataDir: join(outer.dataDir, 'shop') }
    others.push(outer)
    await runOwnersCommandHere('restore', copyStore, [file])
    const copy = await open(copyStore)
    vi.setSystemTime(ORDERED + 5.1 * DAY_MS)
    work(copy, copyStore)
    const charged = gateway.total
    await pass()
    expect([gateway.total, await ordersIn(copy), sendMail.mock.calls]).toEqual([
      charged,
      [{ state: 'paid' }],
      [],
    ])
    work(shop, store)
    await pass()
    expect(gateway.total).toBeGreaterThan(charged)
    expect(await ordersIn(shop)).toHaveLength(2)
    expect(sendMail).toHaveBeenCalled()
    const ada = await copy.admin('Ada')
    const before = await ada.call('GET /shop/start', {})
    expect(before.answer.sleep).toEqual({ since: expect.any(Number), reason: 'restored' })
    const afterOriginal = gateway.total
    await ada.call('POST /shop/wake', {})
    await pass()
    expect((await ada.call('GET /shop/start', {})).answer.sleep).toBeNull()
    const missed = await copy.database.read.selectFrom('deliveries').select(['roast_on', 'state']).execute()
    expect([gateway.total, missed]).toEqual([afterOriginal, [{ roast_on: '2026-12-01', state: 'missed' }]])
    vi.setSystemTime(ORDERED + 12.1 * DAY_MS)
    await pass()
    expect(await ordersIn(copy)).toHaveLength(2)
  })

  test('sleeps at another address, and not after a restart at the same place', async () => {
    work(shop, store)
    await pass()
    await opened.splice(0)[0]?.jobs.stop()
    work(shop, store)
    vi.setSystemTime(ORDERED + 5.1 * DAY_MS)
    await pass()
    expect(await ordersIn(shop)).toHaveLength(2)
    await opened.splice(0)[0]?.jobs.stop()
    work(shop, store, { PUBLIC_URL: 'https://other.example' })
    vi.setSystemTime(ORDERED + 12.1 * DAY_MS)
    await pass()
    expect(await ordersIn(shop)).toHaveLength(2)
    const ada = await shop.admin('Ada')
    expect((await ada.call('GET /shop/start', {})).answer.sleep?.reason).toBe('moved')
  })

  test('sleeps with another Stripe account, and charges nothing while the account is unknown', async () => {
    const readAccount = vi.fn(async () => 'acct_1')
    Object.assign(gateway, { readAccount })
    try {
      work(shop, store)
      await pass()
      await opened.splice(0)[0]?.jobs.stop()
      readAccount.mockRejectedValue(new Error('Stripe is down.'))
      work(shop, store)
      vi.setSystemTime(ORDERED + 5.1 * DAY_MS)
      const charged = gateway.total
      await pass()
      expect([gateway.total, await ordersIn(shop)]).toEqual([
        charged,
        [{ state: 'paid' }, { state: 'waiting' }],
      ])
      readAccount.mockResolvedValue('acct_2')
      await pass()
      expect(gateway.total).toBe(charged)
      const ada = await shop.admin('Ada')
      expect((await ada.call('GET /shop/start', {})).answer.sleep?.reason).toBe('moved')
      await ada.call('POST /shop/wake', {})
      await pass()
      expect(gateway.total).toBeGreaterThan(charged)
      await opened.splice(0)[0]?.jobs.stop()
      work(shop, store)
      await pass()
      expect((await ada.call('GET /shop/start', {})).answer.sleep).toBeNull()
    } finally {
      Object.assign(gateway, { readAccount: undefined })
    }
  })
})
