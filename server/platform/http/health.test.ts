import '#test/cheap-passwords.ts'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { orderOf, stockShelves } from '#test/catalogue.ts'
import type { TestCatalogue } from '#test/catalogue.ts'
import { proxyTo } from '#test/postgres/proxy.ts'
import type { Proxy } from '#test/postgres/proxy.ts'
import { openTestShop } from '#test/shop.ts'
import type { TestPerson, TestShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'

describe.each(stores)('a shop on $name', ({ name, fresh }) => {
  let store: Store
  let between: Proxy | null
  let shop: TestShop
  let shelves: TestCatalogue
  let cora: TestPerson
  beforeEach(async () => {
    store = await fresh()
    between = store.databaseUrl ? await proxyTo(store.databaseUrl) : null
    shop = await openTestShop({ ...store, databaseUrl: between?.url ?? null })
    shelves = await stockShelves(shop.database)
    cora = await shop.person('Cora')
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await shop.close()
    between?.close()
    await store.dispose()
  })

  const get = async (url: string) => {
    const { statusCode, headers, body } = await shop.app.inject(url)
    return { status: statusCode, cache: headers['cache-control'], answer: JSON.parse(body) }
  }
  const order = () => cora.send('POST /orders', { body: orderOf(cora, shelves.espresso) })
  const linesWith = (words: string) => shop.log.filter((line) => line.includes(words)).length

  /** Makes the database unavailable while the shop runs. */
  function loseDatabase(): void {
    if (between) between.close()
    else renameSync(join(store.dataDir, 'crema.db'), join(store.dataDir, 'crema.db.away'))
  }

  test('is healthy and ready', async () => {
    const well = { status: 200, cache: 'no-store', answer: { status: 'ok' } }
    expect([await get('/healthz'), await get('/readyz')]).toEqual([well, well])
  })

  test('without its database is healthy, is not ready, logs the reason, and refuses orders', async () => {
    const forward = vi.spyOn(performance, 'now')
    loseDatabase()
    const at = performance.now()
    forward.mockReturnValue(at + 5000)
    const { status, cache, answer } = await get('/readyz')
    expect([status, cache, answer]).toEqual([
      503,
      'no-store',
      expect.objectContaining({
        code: 'out-of-order',
        title: 'The shop cannot save anything at the moment. Please try again later.',
      }),
    ])
    expect(JSON.stringify(answer)).not.toMatch(/crema\.db|127\.0\.0\.1/)
    await get('/readyz')
    expect([
      (await get('/healthz')).status,
      linesWith('not ready'),
      linesWith(name === 'sqlite' ? 'was deleted or replaced while the shop runs' : 'not ready'),
    ]).toEqual([200, 1, 1])
    const { status: refused, problem } = await order()
    expect([refused, problem.code]).toEqual([503, name === 'sqlite' ? 'out-of-order' : 'busy'])
  })

  test.runIf(name === 'sqlite')('whose database is put back is ready again and accepts orders', async () => {
    const [file, away] = ['crema.db', 'crema.db.away'].map((one) => join(store.dataDir, one))
    const at = performance.now()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(at + 5000)
    loseDatabase()
    expect((await get('/readyz')).status).toBe(503)
    renameSync(String(away), String(file))
    clock.mockReturnValue(at + 10_000)
    expect([(await get('/readyz')).status, linesWith('ready again'), (await order()).status]).toEqual([
      200, 1, 200,
    ])
  })
})
