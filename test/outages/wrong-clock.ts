import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compareCarts, noFailures, startLoad } from '../harness/load.ts'
import { startInstances } from '../harness/shops.ts'
import type { Trial } from '../harness/trial.ts'

const AHEAD_MS = [0, 5 * 60_000, -5 * 60_000]
const shiftedClock = pathToFileURL(join(import.meta.dirname, '../processes/shifted-clock.ts')).href

/** Runs three instances, two of which have clocks that are wrong by five minutes. */
export const wrongClock: Trial = {
  name: 'wrong-clock',
  title: 'the clock of one instance five minutes ahead, and of another five minutes behind',
  run: async (ground) => {
    const shop = await startInstances(ground, {
      settingsOf: (index) => ({
        NODE_OPTIONS: `--import ${shiftedClock}`,
        CLOCK_AHEAD_MS: String(AHEAD_MS[index] ?? 0),
      }),
    })
    const load = await startLoad(shop, { seconds: ground.size === 'short' ? 4 : 20, perSecond: 100 })
    const samples = await load.samples
    return [noFailures(samples), ...(await compareCarts(shop, samples))]
  },
}
