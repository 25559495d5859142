import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openGround } from './ground.ts'
import { byStatus, isServed } from './outage.ts'
import type { Outage } from './outage.ts'
import { compareCarts, runLoad, signUpShoppers } from './shoppers.ts'

const AHEAD_MS = 5 * 60_000
const shiftedClock = pathToFileURL(join(import.meta.dirname, 'shifted-clock.ts')).href

/** Runs three instances, two of which have clocks that are wrong by five minutes. */
export const wrongClock: Outage = {
  name: 'wrong-clock',
  title: 'the clock of one instance five minutes ahead, and of another five minutes behind',
  run: async (size) => {
    const load = { seconds: size === 'short' ? 4 : 20, perSecond: 100 }
    const aheadOf = [0, AHEAD_MS, -AHEAD_MS]
    const { url, dispose } = await openGround({
      settingsOf: (index) => ({
        NODE_OPTIONS: `--import ${shiftedClock}`,
        CLOCK_AHEAD_MS: String(aheadOf[index] ?? 0),
      }),
    })
    try {
      const shoppers = await signUpShoppers(url, load)
      const samples = await runLoad(url, { ...load, shoppers })
      const failed = samples.filter((sample) => !isServed(sample)).length
      return [
        {
          what: `requests that failed, of ${samples.length} (${byStatus(samples)})`,
          value: failed,
          unit: '',
          held: failed === 0,
        },
        ...(await compareCarts(url, shoppers, samples)),
      ]
    } finally {
      await dispose()
    }
  },
}
