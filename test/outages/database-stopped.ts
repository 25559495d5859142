import { setTimeout as sleep } from 'node:timers/promises'
import { openGround } from './ground.ts'
import { byStatus, isInWords, isServed } from './outage.ts'
import type { Outage } from './outage.ts'
import { compareCarts, runLoad, signUpShoppers } from './shoppers.ts'

const PER_SECOND = 100
/** The time in ms within which a request must be answered while the database is stopped. */
const MOST_WAIT_MS = 6000
/** The time in ms after which every request must succeed again once the database runs. */
const MOST_RECOVERY_MS = 5000

/** Stops PostgreSQL under load and starts it again. */
export const databaseStopped: Outage = {
  name: 'database-stopped',
  title: 'PostgreSQL stopped under load',
  run: async (size) => {
    const stoppedMs = size === 'short' ? 4000 : 20_000
    const load = { seconds: (stoppedMs + 12_000) / 1000, perSecond: PER_SECOND }
    const { url, server, dispose } = await openGround()
    try {
      const shoppers = await signUpShoppers(url, load)
      const begin = performance.now()
      const running = runLoad(url, { ...load, shoppers })
      await sleep(2000)
      await server.halt()
      await sleep(stoppedMs)
      await server.resume()
      const backAt = performance.now() - begin
      const samples = await running
      const failed = samples.filter((sample) => !isServed(sample))
      const speechless = failed.filter((sample) => !isInWords(sample))
      const slowest = Math.max(...failed.map(({ ms }) => ms))
      const recovered = Math.max(0, ...failed.map(({ at }) => Math.round(at - backAt)))
      return [
        { what: `requests (${byStatus(samples)})`, value: samples.length, unit: '', held: failed.length > 0 },
        {
          what: `failed without words, of ${failed.length} (${byStatus(speechless)})`,
          value: speechless.length,
          unit: '',
          held: speechless.length === 0,
        },
        { what: 'slowest failure', value: slowest, unit: 'ms', held: slowest <= MOST_WAIT_MS },
        {
          what: 'last failure after the database was back',
          value: recovered,
          unit: 'ms',
          held: recovered <= MOST_RECOVERY_MS,
        },
        ...(await compareCarts(url, shoppers, samples)),
      ]
    } finally {
      await dispose()
    }
  },
}
