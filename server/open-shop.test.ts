import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OrderItem } from '#contract/cart.ts'
import { DEFAULT_CURRENCY, toAmountText } from '#contract/values/money.ts'
import type { CoffeeRow } from '#server/tables/product-rows.ts'
import { orderOf, stockShelves } from '#test/catalogue.ts'
import { childEnv } from '#test/processes/child-node.ts'
import { startShopProcess } from '#test/shop-process.ts'
import type { ShopProcess } from '#test/shop-process.ts'
import { anyStore, stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { openShopDatabase } from './shop-database.ts'

/** Options for `expect.poll`: check often, and wait long enough for a slow machine. */
const POLL = { interval: 1, timeout: 40_000 }

const cora = { name: 'Cora', email: 'cora@people.example', password: 'coffee123' }

describe.each(stores)('a shop that is killed on $name', { timeout: 120_000 }, ({ fresh }) => {
  let store: Store
  let shop: ShopProcess
  let espresso: CoffeeRow
  let token: string

  beforeEach(async () => {
    store = await fresh()
    espresso = await inBooks(async (database) => (await stockShelves(database)).espresso)
    shop = await startShopProcess(store)
    const { cookie } = await shop.ask('POST /api/auth/sign-up', { body: cora })
    const { answer } = await shop.ask<{ accessToken: string }>(`GET /api/jwt?email=${cora.email}`, {
      cookie,
    })
    token = answer.accessToken
  })
  afterEach(async () => {
    await shop.kill()
    await store.dispose()
  })

  async function inBooks<T>(
    work: (database: Awaited<ReturnType<typeof openShopDatabase>>) => Promise<T>,
  ): Promise<T> {
    const database = await openShopDatabase(store)
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }

  type Done = { acknowledged: boolean; insertedId?: string }
  const order = () => shop.ask<Done>('POST /api/orders', { body: orderOf(cora, espresso), token })
  /**
   * Pays for these lines of the cart: a single line as a single payment, several lines as a full order. Returns
   * whether the shop confirmed the payment.
   */
  async function pay(many: string[]): Promise<boolean> {
    const [first = 'none'] = many
    if (many.length === 1)
      return (await shop.ask(`PUT /api/singlePayment/${first}`, { body: {}, token })).status === 200
    const total = toAmountText(250 * many.length, DEFAULT_CURRENCY)
    const body = { email: cora.email, items: many.map((_id) => ({ _id })), total }
    return (await shop.ask('POST /api/fullOrder', { body, token })).status === 200
  }
  const cart = async () =>
    (await shop.ask<OrderItem[]>(`GET /api/myCarts?email=${cora.email}`, { token })).answer

  /** Repeats the work in twelve parallel loops until the shop's process has ended. */
  async function hammer(work: () => Promise<void>): Promise<void> {
    const one = async () => {
      try {
        for (;;) await work()
      } catch {
        // The shop was killed while the work was waiting for a response. The error ends the loop.
      }
    }
    await Promise.all(Array.from({ length: 12 }, one))
  }

  test('keeps every line and every payment that it has confirmed, once, and leaves no payment without an outcome', async () => {
    const ids: string[] = []
    for (let times = 0; times < 60; times++) ids.push(String((await order()).answer.insertedId))
    const acknowledged = new Set<string>()
    const paid = new Set<string>()
    const hammered = hammer(async () => {
      // Pays alternately for one line of the cart and for three lines.
      const many = ids.splice(0, ids.length % 2 === 0 ? 1 : 3)
      if (many.length > 0 && (await pay(many))) for (const id of many) paid.add(id)
      const { status, answer } = await order()
      if (status === 200 && answer.insertedId) acknowledged.add(answer.insertedId)
    })
    await expect.poll(() => Math.min(paid.size, acknowledged.size), POLL).toBeGreaterThan(15)
    await shop.kill()
    await hammered
    shop = await startShopProcess(store)
    await expect.poll(async () => (await cart()).filter(({ checking }) => checking), POLL).toEqual([])
    await shop.end()
    const rows = await inBooks(({ read }) =>
      read.selectFrom('cart_items').select(['id', 'email', 'price_cents']).execute(),
    )
    const known = new Set(rows.map(({ id }) => id))
    expect([...acknowledged].filter((id) => !known.has(id))).toEqual([])
    expect(rows.every(({ email, price_cents }) => email === cora.email && price_cents === 250)).toBe(true)
    await expectBooksToAgree([...paid])
  })

  async function expectBooksToAgree(paid: string[]): Promise<void> {
    const { items, payments, orders } = await inBooks(async ({ read }) => ({
      items: await read.selectFrom('cart_items').selectAll().execute(),
      payments: await read.selectFrom('payments').selectAll().execute(),
      orders: await read.selectFrom('orders').selectAll().execute(),
    }))
    const inBook = new Set(items.filter(({ payment }) => payment === 'OK').map(({ id }) => id))
    expect(paid.filter((id) => !inBook.has(id))).toEqual([])
    expect(payments.filter(({ status }) => status === 'pending')).toEqual([])
    for (const { id, amount_cents } of payments) {
      const own = items.filter(({ payment_id }) => payment_id === id)
      expect(own.reduce((sum, { price_cents }) => sum + price_cents, 0)).toBe(amount_cents)
      expect(orders.filter(({ payment_id }) => payment_id === id)).toHaveLength(1)
    }
  }
})

describe.each(anyStore)('a shop process', { timeout: 60_000 }, ({ empty }) => {
  let store: Store
  beforeEach(async () => void (store = await empty()))
  afterEach(() => store.dispose())

  test('tells the owner how to become its admin, closes cleanly on SIGTERM, and opens again with the same secrets and users', async () => {
    const first = await startShopProcess(store)
    expect(first.said()).toContain('To become its first admin: npm run make-admin -- you@shop.example')
    const { cookie } = await first.ask('POST /api/auth/sign-up', { body: cora })
    expect(await first.end()).toBe(0)
    const second = await startShopProcess(store)
    const session = await second.ask('GET /api/auth/session', { cookie })
    expect(session.answer).toEqual({ user: { name: 'Cora', email: cora.email } })
    await second.end()
  })

  test('refuses a data folder of another process, and a port that is taken, in one sentence', async () => {
    const first = await startShopProcess(store)
    await expect(startShopProcess(store)).rejects.toThrow(
      `Another process already runs a shop in ${store.dataDir}.`,
    )
    const other = { ...store, dataDir: `${store.dataDir}/other` }
    await expect(
      startShopProcess(other, { PORT: new URL(first.url).port, SECRETS: 'x'.repeat(32) }),
    ).rejects.toThrow('is taken by another program.')
    await first.end()
  })

  test('prints one sentence and ends if a setting is wrong', () => {
    const main = join(import.meta.dirname, 'main.ts')
    const env = { ...childEnv, DATA_DIR: store.dataDir, PORT: 'eighty' }
    const ended = spawnSync(process.execPath, [main], { env, encoding: 'utf8', timeout: 50_000 })
    expect([ended.status, ended.stderr.trim()]).toEqual([
      1,
      'PORT must be a whole number from 0 to 65535, not "eighty".',
    ])
  })
})
