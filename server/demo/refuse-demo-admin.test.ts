import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { demoAccounts } from '#contract/values/demo.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import { startShopProcess } from '#test/shop-process.ts'
import { anyStore } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'

describe.each(anyStore)(
  "a demo shop's database opened as a real shop on $name",
  { timeout: 60_000 },
  ({ empty }) => {
    let store: Store
    beforeEach(async () => {
      store = await empty()
      await (await startShopProcess(store, { DEMO: '1' })).end()
    })
    afterEach(() => store.dispose())

    test('is refused in one sentence while the demo’s administrator is still an admin, and stays unchanged', async () => {
      await expect(startShopProcess(store)).rejects.toThrow(
        `These are the books of a demo shop, where ${demoAccounts.admin.email} is an administrator with a password that everyone knows: choose another DATA_DIR or DATABASE_URL, or set DEMO=1.`,
      )
      const { read, close } = await openShopDatabase(store)
      expect((await read.selectFrom('products').select('id').execute()).length).toBeGreaterThan(7)
      await close()
    })
  },
)

describe.each(anyStore)('a real shop', { timeout: 60_000 }, ({ empty }) => {
  test('opens again after a visitor signed up with an address of the demo shop', async () => {
    const store = await empty()
    const shop = await startShopProcess(store)
    expect(await shop.ask('POST /api/auth/sign-up', { body: demoAccounts.admin })).toMatchObject({
      status: 200,
    })
    await shop.end()
    await (await startShopProcess(store)).end()
    await store.dispose()
  })
})
