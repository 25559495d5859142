import { setTimeout as sleep } from 'node:timers/promises'
import { openGround } from './ground.ts'
import { byStatus, isServed } from './outage.ts'
import type { Outage } from './outage.ts'
import { compareCarts, runLoad, signUpShoppers } from './shoppers.ts'

const PER_SECOND = { short: 100, full: 200 }

/** Restarts the instances one after the other, as an upgrade does. */
export const rollingRestart: Outage = {
  name: 'rolling-restart',
  title: `every instance restarted in turn, under ${PER_SECOND.full} requests a second`,
  run: async (size) => {
    const load = { seconds: size === 'short' ? 8 : 30, perSecond: PER_SECOND[size] }
    const { url, instances, dispose } = await openGround({ instances: size === 'short' ? 2 : 3 })
    try {
      const shoppers = await signUpShoppers(url, load)
      const running = runLoad(url, { ...load, shoppers })
      await sleep(500)
      for (const instance of instances) {
        await instance.end()
        await instance.start()
      }
      const samples = await running
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
