import { freePort } from './free-port.ts'
import { freshPlace, startShop } from './running-shop.ts'
import type { RunningShop } from './running-shop.ts'

/** `read` returns the rows of a query on the shop's database. */
export type RealShop = RunningShop & { read: (query: string) => Promise<object[]> }

/**
 * Starts a shop with a public URL and without demo mode, but with the catalogue of the demo shop: the shop first runs
 * in demo mode, and is then started again. `prepare` gets the URL of the shop in demo mode. It must make another
 * account the admin and delete the demo admin, because a real shop refuses to start with that admin. If `settings` has
 * an empty `PUBLIC_URL`, the shop has no public URL.
 */
export async function startRealShop(
  prepare: (url: string) => Promise<void>,
  settings: NodeJS.ProcessEnv = {},
): Promise<RealShop> {
  const place = await freshPlace()
  const common = { ...settings, ...place.settings, PORT: String(await freePort()) }
  const demo = await startShop(common)
  await prepare(demo.url)
  await demo.dispose()
  const shop = await startShop({ PUBLIC_URL: demo.url, ...common, DEMO: '0' })
  return {
    ...shop,
    read: place.run,
    dispose: async () => {
      await shop.dispose()
      await place.remove()
    },
  }
}
