import { setTimeout as sleep } from 'node:timers/promises'
import { startPgbouncer } from '../postgres/pgbouncer.ts'
import type { Pooler } from '../postgres/pgbouncer.ts'
import { byStatus, compareCarts, isInWords, isServed, startLoad } from '../harness/load.ts'
import type { Sample } from '../harness/load.ts'
import { startInstances } from '../harness/shops.ts'
import type { Instances } from '../harness/shops.ts'
import { atMost, none } from '../harness/trial.ts'
import type { Figure, Trial } from '../harness/trial.ts'

const PER_SECOND = 100
/** The time in ms within which a request must be answered while the database is stopped. */
const MAX_WAIT_MS = 6000
/** The time in ms after which every request must succeed again once the database can be reached. */
const MAX_RECOVERY_MS = 5000

/** Stops PostgreSQL under load and starts it again. */
export const databaseStopped: Trial = {
  name: 'database-stopped',
  title: 'PostgreSQL stopped under load',
  run: async (ground) => {
    const stoppedMs = ground.size === 'short' ? 4000 : 20_000
    const shop = await startInstances(ground)
    const { halt, resume } = shop.server
    return figuresWithout(shop, { stop: halt, start: resume, stoppedMs, seconds: stoppedMs / 1000 + 12 })
  },
}

/** Restarts PgBouncer, through which all instances reach the database, under load. */
export const poolerRestarted: Trial = {
  name: 'pooler-restarted',
  title: 'PgBouncer restarted under load',
  run: async (ground) => {
    const isShort = ground.size === 'short'
    let pooler: Pooler | undefined
    const shop = await startInstances(ground, {
      settings: { DATABASE_PREPARE: '0' },
      between: async (databaseUrl) => {
        pooler = await startPgbouncer(databaseUrl)
        ground.after(pooler.dispose)
        return pooler.url
      },
    })
    return figuresWithout(shop, {
      stop: async () => pooler?.stop(),
      start: async () => pooler?.start(),
      stoppedMs: isShort ? 1000 : 3000,
      seconds: isShort ? 8 : 20,
    })
  },
}

type Pause = {
  stop: () => Promise<void>
  start: () => Promise<void>
  stoppedMs: number
  seconds: number
}

/** Makes the database unreachable for some time under load, and measures what customers notice. */
async function figuresWithout(
  shop: Instances,
  { stop, start, stoppedMs, seconds }: Pause,
): Promise<Figure[]> {
  const load = await startLoad(shop, { seconds, perSecond: PER_SECOND })
  await sleep(2000)
  await stop()
  await sleep(stoppedMs)
  await start()
  const backAt = load.now()
  const samples = await load.samples
  const failed = samples.filter((sample) => !isServed(sample))
  // An outage of some seconds that no request noticed was none.
  const held = failed.length > 0 || stoppedMs < 3000
  return [
    { what: `failed, of ${samples.length} (${byStatus(samples)})`, value: failed.length, held },
    ...figuresOf(failed, backAt),
    ...(await compareCarts(shop, samples)),
  ]
}

function figuresOf(failed: Sample[], backAt: number): Figure[] {
  const withoutWords = failed.filter((sample) => !isInWords(sample)).length
  const slowest = Math.max(0, ...failed.map(({ ms }) => ms))
  const recovered = Math.max(0, ...failed.map(({ at }) => Math.round(at - backAt)))
  return [
    none('failed without words', withoutWords),
    atMost('slowest failure, ms', slowest, MAX_WAIT_MS),
    atMost('last failure after the database was back, ms', recovered, MAX_RECOVERY_MS),
  ]
}
