import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runOwnersCommandHere } from '#test/commands.ts'
import { startShopProcess } from '#test/shop-process.ts'
import type { ShopProcess } from '#test/shop-process.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'

describe.each(stores)('npm run doctor on $name', ({ fresh }) => {
  let store: Store
  let shop: ShopProcess
  beforeAll(async () => {
    store = await fresh()
    shop = await startShopProcess(store)
  })
  afterAll(async () => {
    await shop.kill()
    await store.dispose()
  })

  test('works beside a running shop, and prints a line for each result', async () => {
    const { code, said, complained } = await runOwnersCommandHere('doctor', store, [])
    expect([code, complained]).toEqual([0, ''])
    expect(said).toMatch(/^ok {4}database {2}All \d+ migrations are applied\.$/m)
    expect(said).toMatch(/^ok {4}pictures {2}A picture can be saved, read and deleted\.$/m)
    expect((await shop.ask('GET /readyz')).status).toBe(200)
  })

  test('has exit code 1 if something is wrong', async () => {
    writeFileSync(join(store.dataDir, 'secrets.json'), '{}')
    const { code, said, complained } = await runOwnersCommandHere('doctor', store, [])
    expect(said).toMatch(/^fail {2}settings {2}.*secrets.json is damaged/m)
    expect([code, complained]).toEqual([1, expect.stringMatching(/^1 of \d+ checks failed\.\n$/)])
  })
})
