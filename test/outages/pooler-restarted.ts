import { setTimeout as sleep } from 'node:timers/promises'
import { startPgbouncer } from '../postgres/pgbouncer.ts'
import type { Pooler } from '../postgres/pgbouncer.ts'
import { openGround } from './ground.ts'
import { byStatus, isInWords, isServed } from './outage.ts'
import type { Outage } from './outage.ts'
import { compareCarts, runLoad, signUpShoppers } from './shoppers.ts'

const MOST_RECOVERY_MS = 5000

/** Restarts PgBouncer, through which all instances reach the database, under load. */
export const poolerRestarted: Outage = {
  name: 'pooler-restarted',
  title: 'PgBouncer restarted under load',
  run: async (size) => {
    const load = { seconds: size === 'short' ? 8 : 20, perSecond: 100 }
    const poolers: Pooler[] = []
    const { url, dispose } = await openGround({
      settings: { DATABASE_PREPARE: '0' },
      between: async (databaseUrl) => {
        const pooler = await startPgbouncer(databaseUrl)
        poolers.push(pooler)
        return pooler.url
      },
    })
    try {
      const shoppers = await signUpShoppers(url, load)
      const begin = performance.now()
      const running = runLoad(url, { ...load, shoppers })
      await sleep(2000)
      for (const pooler of poolers) await pooler.stop()
      await sleep(size === 'short' ? 1000 : 3000)
      for (const pooler of poolers) await pooler.start()
      const backAt = performance.now() - begin
      const samples = await running
      const failed = samples.filter((sample) => !isServed(sample))
      const speechless = failed.filter((sample) => !isInWords(sample)).length
      const recovered = Math.max(0, ...failed.map(({ at }) => Math.round(at - backAt)))
      return [
        {
          what: `failed without words, of ${samples.length} requests (${byStatus(samples)})`,
          value: speechless,
          unit: '',
          held: speechless === 0,
        },
        {
          what: 'last failure after PgBouncer was back',
          value: recovered,
          unit: 'ms',
          held: recovered <= MOST_RECOVERY_MS,
        },
        ...(await compareCarts(url, shoppers, samples)),
      ]
    } finally {
      await dispose()
      for (const pooler of poolers) await pooler.dispose()
    }
  },
}
