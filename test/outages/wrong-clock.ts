import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openGround } from './ground.ts'
import { byStatus, isServed } from './outage.ts'
import type { Outage } from './outage.ts'
import { compareCarts, runLoad, signUpShoppers } from './shoppers.ts'

const AHEAD_MS = 5 * 60_000
const shiftedClock = pathToFileURL(join(import.meta.dirname, 'shifted-clock.ts')).href

/** Runs one of three instances with a clock that is wrong by five minutes. */
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
      const { acknowledged, lost, twice } = await compareCarts(url, shoppers, samples)
      return [
        {
          what: `requests that failed, of ${samples.length} (${byStatus(samples)})`,
          value: failed,
          unit: '',
          held: failed === 0,
        },
        { what: `acknowledged lines lost, of ${acknowledged}`, value: lost, unit: '', held: lost === 0 },
        { what: 'lines added twice', value: twice, unit: '', held: twice === 0 },
      ]
    } finally {
      await dispose()
    }
  },
}
