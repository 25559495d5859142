import '#test/cheap-passwords.ts'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { orderOf, stockShelves } from '#test/catalogue.ts'
import { migrateStore } from '#test/postgres/global-setup.ts'
import { openTestShop } from '#test/shop.ts'
import { startShopProcess } from '#test/shop-process.ts'
import type { ShopProcess } from '#test/shop-process.ts'
import { mountSmallDisk } from '#test/processes/small-disk.ts'
import type { SmallDisk } from '#test/processes/small-disk.ts'
import type { Store } from '#test/stores.ts'

const MB = 1024 ** 2

test('a shop on a full disk can be read, says that it cannot save, and saves again when there is space', async (context) => {
  const disk = mountSmallDisk(16 * MB)
  if (!disk) return context.skip('This process may not mount a small disk.')
  context.onTestFinished(disk.dispose)
  const store = storeOn(disk)
  mkdirSync(store.dataDir)
  await migrateStore(store)
  const shop = await openTestShop(store)
  const { espresso } = await stockShelves(shop.database)
  const cora = await shop.person('Cora')
  const add = () => cora.call('POST /orders', { body: orderOf(cora, espresso) })
  disk.fill(0)
  const replies = []
  for (let tries = 0; tries < 20; tries++) replies.push(await add())
  const refused = replies.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  for (const { status, problem } of refused)
    expect([status, problem.title]).toEqual([
      503,
      'The shop cannot save anything at the moment. Please try again later.',
    ])
  const query = { email: cora.email }
  expect((await cora.call('GET /myCarts', { query })).answer).toHaveLength(20 - refused.length)
  disk.free()
  expect((await add()).status).toBe(200)
  await shop.close()
})

test(
  'the first start on a full disk says so in one sentence, and is completed when there is space',
  { timeout: 120_000 },
  async (context) => {
    const disk = mountSmallDisk(64 * MB)
    if (!disk) return context.skip('This process may not mount a small disk.')
    context.onTestFinished(disk.dispose)
    const store = storeOn(disk)
    for (const left of [0, 4]) {
      disk.fill(left * MB)
      const said = await startShopProcess(store, { DEMO: '1' }).then(openAfterAll, messageOf)
      expect(said.trim().split('\n').at(-1)).toMatch(
        /There is no space left on the disk for \/.*\. Free some, then start again\.$/,
      )
      expect(said).not.toContain('ENOSPC')
      disk.free()
    }
    const shop = await startShopProcess(store, { DEMO: '1' })
    expect((await shop.ask<unknown[]>('GET /api/allCoffee')).answer.length).toBeGreaterThan(0)
    await shop.end()
  },
)

function storeOn({ folder }: SmallDisk): Store {
  return { dataDir: join(folder, 'data'), databaseUrl: null, dispose: async () => undefined }
}

async function openAfterAll(shop: ShopProcess): Promise<string> {
  await shop.kill()
  return 'It is open.'
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
