import { setTimeout as sleep } from 'node:timers/promises'
import { openGround } from './ground.ts'
import { byStatus, isServed } from './outage.ts'
import type { Outage } from './outage.ts'
import { compareCarts, runLoad, signUpShoppers } from './shoppers.ts'

const PER_SECOND = 200
/** The time in ms around a kill in which requests may fail because they were in flight. */
const IN_FLIGHT_MS = 1000
/** The largest number of requests that may be in flight on one instance at this rate when it is killed. */
const MOST_IN_FLIGHT = 20

/** Kills one instance after the other with SIGKILL and starts it again. */
export const killedInstance: Outage = {
  name: 'killed-instance',
  title: `every instance killed in turn, under ${PER_SECOND} requests a second`,
  run: async (size) => {
    const load = { seconds: size === 'short' ? 6 : 30, perSecond: PER_SECOND }
    const { url, instances, dispose } = await openGround()
    try {
      const shoppers = await signUpShoppers(url, load)
      const begin = performance.now()
      const running = runLoad(url, { ...load, shoppers })
      const kills: number[] = []
      for (const instance of instances) {
        await sleep(500)
        kills.push(performance.now() - begin)
        await instance.kill()
        await instance.start()
      }
      const samples = await running
      const failed = samples.filter((sample) => !isServed(sample))
      const elsewhere = failed.filter(
        ({ at, ms }) => !kills.some((kill) => at < kill + IN_FLIGHT_MS && at + ms > kill - IN_FLIGHT_MS),
      )
      const { acknowledged, lost, twice } = await compareCarts(url, shoppers, samples)
      return [
        {
          what: `requests that failed, of ${samples.length} and ${kills.length} kills (${byStatus(samples)})`,
          value: failed.length,
          unit: '',
          held: failed.length <= MOST_IN_FLIGHT * kills.length,
        },
        {
          what: 'of them not in flight at a kill',
          value: elsewhere.length,
          unit: '',
          held: elsewhere.length === 0,
        },
        { what: `acknowledged lines lost, of ${acknowledged}`, value: lost, unit: '', held: lost === 0 },
        { what: 'lines added twice', value: twice, unit: '', held: twice === 0 },
      ]
    } finally {
      await dispose()
    }
  },
}
