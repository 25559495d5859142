import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { format, median } from '../figures.ts'
import type { Figure } from '../figures.ts'
import { runLoad } from '../load.ts'
import type { Load } from '../load.ts'
import { runProgram, startProcess } from '../processes.ts'
import { inOpenShop, makeShop } from '../shop/bench-shop.ts'
import type { BenchShop, OpenShop } from '../shop/bench-shop.ts'
import { makeReal } from '../shop/make-real.ts'
import { isPostgresInstalled, startPgbench } from './pgbench.ts'
import type { Limit } from './pgbench.ts'
import { checkoutCall } from './timed-calls.ts'
import type { TimedCall } from './timed-calls.ts'

/**
 * How long an API call is measured. In each round, the call is warmed up for `warmUpSeconds` and then measured in
 * `slices` periods, each `seconds` long. Its limit (the throughput of a simpler program on the same machine) is
 * measured in as many periods.
 */
export type Pace = { rounds: number; warmUpSeconds: number; slices: number; seconds: number }

/**
 * Sign-in is measured for this many times as long as other calls. Hashing a password takes a tenth of a second, so
 * there are few sign-ins per second.
 */
const LONGER = 2

/**
 * Measures the throughput of API calls, and for each call its limit: the throughput of a simpler program on the same
 * machine. Each round starts the shop anew. Without PostgreSQL, the calls that write are left out.
 */
export async function measureCalls(shop: BenchShop, calls: TimedCall[], pace: Pace): Promise<Figure[]> {
  const measurable = calls.filter(({ limit }) => limit !== 'pgbench' || isPostgresInstalled)
  if (measurable.length < calls.length) console.log('Without PostgreSQL, writes are not measured.')
  const sides = measurable.map(() => ({ ours: [] as number[], limit: [] as number[] }))
  for (let round = 0; round < pace.rounds; round++) {
    await inOpenShop(shop, async (open) => {
      for (const [at, call] of measurable.entries()) {
        const { ours, limit } = await measureRound(open, call, pace)
        console.log(`  ${call.name}: ${format(ours)} of ${format(limit)}, ${format(ours / limit)}`)
        sides[at]?.ours.push(ours)
        sides[at]?.limit.push(limit)
      }
    })
  }
  return measurable.map(({ name, goal, limit }, at) => {
    const note = `limit: ${limit}`
    return { name, unit: '1/s', ours: [], ...sides[at], atLeast: goal, note }
  })
}

/** The number of lines in the shop of `measureCheckout`. */
const REAL_LINES = 30_000

/**
 * Measures a checkout with address and delivery, which only a real shop has. `folder` is where the data of a new shop
 * is created.
 */
export async function measureCheckout(folder: string, pace: Pace): Promise<Figure[]> {
  const real = await makeReal(await makeShop(mkdtempSync(join(folder, 'real-')), REAL_LINES))
  return measureCalls(real, [checkoutCall], pace)
}

async function measureRound(shop: OpenShop, { clients, visit, limit }: TimedCall, pace: Pace) {
  const load = { port: shop.port, clients, visit: await visit(shop) }
  const times = limit === 'argon2id' ? LONGER : 1
  const bare = await startLimit(limit, load)
  return sideBySide(pace, {
    ours: (seconds) => runLoad({ ...load, seconds: seconds * times }),
    limit: (seconds) => bare.perSecond(seconds * times),
  }).finally(bare.close)
}

async function startLimit(limit: TimedCall['limit'], load: Omit<Load, 'seconds'>): Promise<Limit> {
  if (limit === 'pgbench') return startPgbench(load.clients)
  const hashes = (seconds: number) => Number(runProgram('bench/calls/argon2-loop.ts', String(seconds)))
  if (limit === 'argon2id') return { perSecond: hashes, close: async () => undefined }
  const bare = await startProcess(['bench/calls/bare-server.ts', `http://127.0.0.1:${load.port}`])
  return { ...bare, perSecond: (seconds) => runLoad({ ...load, port: bare.port, seconds }) }
}

/**
 * Measures the throughput of the shop (`ours`) and of the program that it is compared with (`limit`) in alternating
 * periods of time, so that a change of the machine's speed affects both. Returns the median of each.
 */
async function sideBySide(
  { warmUpSeconds, slices, seconds }: Pace,
  sides: { ours: Limit['perSecond']; limit: Limit['perSecond'] },
): Promise<{ ours: number; limit: number }> {
  await sides.limit(warmUpSeconds / 2)
  await sides.ours(warmUpSeconds)
  const found: { ours: number[]; limit: number[] } = { ours: [], limit: [] }
  for (let slice = 0; slice < slices; slice++) {
    // The side that is measured second has an advantage, because the machine has already warmed up. So the order
    // alternates.
    const order = slice % 2 === 0 ? (['limit', 'ours'] as const) : (['ours', 'limit'] as const)
    for (const side of order) found[side].push(await sides[side](seconds))
  }
  return { ours: median(found.ours), limit: median(found.limit) }
}
