import { setTimeout as sleep } from 'node:timers/promises'
import { compareCarts, noFailures, startLoad } from '../harness/load.ts'
import { startInstances } from '../harness/shops.ts'
import type { Trial } from '../harness/trial.ts'

const PER_SECOND = { short: 100, full: 200 }

/** Restarts the instances one after the other, as an upgrade does. */
export const rollingRestart: Trial = {
  name: 'rolling-restart',
  title: `every instance restarted in turn, under ${PER_SECOND.full} requests a second`,
  run: async (ground) => {
    const isShort = ground.size === 'short'
    const shop = await startInstances(ground, { count: isShort ? 2 : 3 })
    const load = await startLoad(shop, { seconds: isShort ? 8 : 30, perSecond: PER_SECOND[ground.size] })
    await sleep(500)
    for (const instance of shop.instances) {
      await instance.end()
      await instance.start()
    }
    const samples = await load.samples
    return [noFailures(samples), ...(await compareCarts(shop, samples))]
  },
}
