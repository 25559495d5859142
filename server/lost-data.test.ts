import { chmodSync, cpSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '#server/platform/database/migrations.ts'
import { orderOf, stockShelves } from '#test/catalogue.ts'
import { runOwnersCommandHere } from '#test/commands.ts'
import { runOwnersCommand, settingsOf } from '#test/processes/run-command.ts'
import { ask } from '#test/harness/client.ts'
import { migrationsFolder } from '#test/postgres/global-setup.ts'
import { startShopProcess } from '#test/shop-process.ts'
import type { ShopProcess } from '#test/shop-process.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { openShopDatabase } from './shop-database.ts'

const POLL = { interval: 20, timeout: 40_000 }
const cora = { name: 'Cora', email: 'cora@people.example', password: 'coffee123' }

const [sqlite] = stores

async function emptyStore(from: typeof sqlite): Promise<Store> {
  if (!from) throw new Error('This store is not there.')
  return from.empty()
}

describe('a shop process whose files are deleted or damaged', { timeout: 120_000 }, () => {
  let store: Store
  let shop: ShopProcess | null
  beforeEach(async () => {
    store = await emptyStore(sqlite)
    shop = null
  })
  afterEach(async () => {
    await shop?.kill()
    await store.dispose()
  })

  const place = (name: string) => join(store.dataDir, name)

  /**
   * Starts a shop that sells a coffee. Returns the shop's process, and a function that puts the coffee into a cart.
   */
  async function openStocked(): Promise<{
    running: ShopProcess
    order: () => Promise<{ status: number; code?: string }>
  }> {
    const database = await openShopDatabase(store)
    await migrate(database, migrationsFolder)
    const { espresso } = await stockShelves(database)
    await database.close()
    const running = await startShopProcess(store)
    shop = running
    const { cookie } = await running.ask('POST /api/auth/sign-up', { body: cora })
    const { answer } = await running.ask<{ accessToken: string }>(`GET /api/jwt?email=${cora.email}`, {
      cookie,
    })
    const order = { body: orderOf(cora, espresso), token: answer.accessToken }
    return {
      running,
      order: async () => {
        const sent = await ask<{ code?: string }>(running, 'POST /api/orders', order)
        return { status: sent.status, ...sent.answer }
      },
    }
  }

  /** Starts the shop once and closes it again. Returns what it printed. */
  async function openOnce(): Promise<string> {
    shop = await startShopProcess(store)
    await shop.end()
    return shop.said()
  }

  test('does not start without its database, nor do its commands, and none of them creates a database', async () => {
    await openOnce()
    for (const name of ['crema.db', 'crema.db-wal', 'crema.db-shm']) rmSync(place(name), { force: true })
    const sentence = `${place('crema.db')} is missing or empty, but secrets.json`
    await expect(startShopProcess(store)).rejects.toThrow(sentence)
    const { code, complained } = await runOwnersCommand('make-admin', settingsOf(store), [cora.email])
    expect([code, complained.startsWith(sentence), existsSync(place('crema.db'))]).toEqual([1, true, false])
  })

  test('refuses orders once its database is deleted, logs the reason and is not ready', async () => {
    const { running, order } = await openStocked()
    expect((await order()).status).toBe(200)
    rmSync(place('crema.db'))
    expect(await order()).toMatchObject({ status: 503, code: 'out-of-order' })
    await expect.poll(async () => (await fetch(`${running.url}/readyz`)).status, POLL).toBe(503)
    expect((await fetch(`${running.url}/healthz`)).status).toBe(200)
    await expect
      .poll(running.said, POLL)
      .toContain(`${place('crema.db')} was deleted or replaced while the shop runs`)
  })

  test('warns at the next start if its log was deleted, and does not warn after `kill -9` alone', async () => {
    const { running, order } = await openStocked()
    for (let times = 0; times < 5; times++) await order()
    await expect.poll(() => existsSync(place('last-commit')), POLL).toBe(true)
    await running.kill()
    expect(await openOnce()).not.toContain('older')
    shop = await startShopProcess(store)
    await shop.ask('POST /api/auth/sign-up', { body: { ...cora, email: 'dora@people.example' } })
    const before = statSync(place('last-commit')).mtimeMs
    await expect.poll(() => statSync(place('last-commit')).mtimeMs, POLL).toBeGreaterThan(before)
    await shop.kill()
    rmSync(place('crema.db-wal'))
    const copy = { ...store, dataDir: `${store.dataDir}-copy` }
    cpSync(store.dataDir, copy.dataDir, { recursive: true })
    expect(
      (await runOwnersCommandHere('make-admin', copy, [cora.email])).complained,
      'a command says so before it writes',
    ).toMatch(/^The database is older than it was/)
    rmSync(copy.dataDir, { recursive: true })
    expect(await openOnce()).toMatch(
      /^The database is older than it was: it ends at .* UTC, and the shop had written until .* UTC\. Its log \(crema\.db-wal\) was cut or removed/m,
    )
  })

  test('does not start with a damaged file, and names it in one sentence', async () => {
    await openOnce()
    writeFileSync(place('crema.db'), 'An order. '.repeat(5000))
    const refusal: unknown = await startShopProcess(store).catch((error: unknown) => error)
    expect(refusal instanceof Error ? refusal.message.trimEnd() : '').toMatch(
      new RegExp(
        `^The program did not start: ${place('crema.db')} is damaged: stop the shop, keep the file, and restore a backup[^\n]*$`,
      ),
    )
  })

  test('makes folder and files private before it opens if others could read them', async () => {
    await openOnce()
    for (const name of ['.', ...readdirSync(store.dataDir)]) chmodSync(place(name), 0o755)
    shop = await startShopProcess(store)
    expect(
      ['.', ...readdirSync(store.dataDir)].filter((name) => (statSync(place(name)).mode & 0o077) !== 0),
    ).toEqual([])
  })
})
