import '#test/cheap-passwords.ts'
import { expect, test, vi } from 'vitest'
import { openLine } from '#test/live-line.ts'
import { openTestShop } from '#test/shop.ts'
import { startShopProcess } from '#test/shop-process.ts'
import { anyStore } from '#test/stores.ts'

const SECOND = 1000
/** A test timeout in milliseconds that is long enough on a busy machine. */
const PATIENT = { timeout: 120_000 }

test.each(anyStore)('the shop on $name closes while a live line is open', PATIENT, async ({ fresh }) => {
  const store = await fresh()
  const before = await openTestShop(store)
  const zoe = await before.admin('Zoe')
  await before.close()
  const open = await startShopProcess(store)
  // The connection is tried repeatedly: on a busy machine, the shop responds with 503 for some time after its start.
  const watching = await vi.waitFor(
    async () => {
      const opened = await openLine(open.url, { cookie: zoe.cookie })
      expect(opened.status).toBe(200)
      return opened
    },
    { timeout: 20 * SECOND, interval: 200 },
  )
  const started = performance.now()
  expect(await open.end()).toBe(0)
  expect(performance.now() - started).toBeLessThan(9 * SECOND)
  await watching.ended
  await store.dispose()
})
