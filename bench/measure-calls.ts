import { setTimeout as sleep } from 'node:timers/promises'
import { calls as contract } from '#contract/api.ts'
import { inOpenShop } from './bench-shop.ts'
import type { BenchShop, OpenShop } from './bench-shop.ts'
import { byAdmins, carts, orders } from './calls.ts'
import type { Call } from './calls.ts'
import { median, lineOf } from './figures.ts'
import type { Figure } from './figures.ts'
import { isPostgresInstalled, startLimit } from './limits.ts'
import type { Limit } from './limits.ts'
import { perSecond } from './processes.ts'

/**
 * How long a call is measured. In each round, it is warmed up for `warmUpSeconds` and then measured in `slices` periods,
 * each `seconds` long. Its limit is measured in as many periods.
 */
export type Pace = { rounds: number; warmUpSeconds: number; slices: number; seconds: number }

/** Pause before the memory is read, so that the shop can release that of the last requests. */
const REST_MS = 2000

/**
 * Measures the throughput of calls and of their limits, and the memory of the shop before and after all of them. Each
 * round starts the shop anew, because a process can stay faster or slower than others for all its life. Without
 * PostgreSQL, the calls that write are left out.
 */
export async function measureCalls(shop: BenchShop, calls: Call[], pace: Pace) {
  const measurable = calls.filter(({ limit }) => limit !== 'pgbench' || isPostgresInstalled)
  if (measurable.length < calls.length) console.log('Without PostgreSQL, writes are not measured.')
  const figures = measurable.map((call) => {
    const figure = { name: call.name, unit: '1/s', ours: Array<number>(), limit: Array<number>() }
    return { call, figure: { ...figure, atLeast: call.floor } }
  })
  const [idle, after]: [number[], number[]] = [[], []]
  for (let round = 0; round < pace.rounds; round++) {
    await inOpenShop(shop, async (open) => {
      idle.push(open.idleMb)
      for (const { call, figure } of figures) {
        const { ours, limit } = await measureRound(open, call, pace)
        figure.ours.push(ours)
        figure.limit.push(limit)
      }
      await sleep(REST_MS)
      after.push(open.residentMb())
    })
  }
  return {
    throughput: figures.map(({ figure }): Figure => figure),
    memory: [
      { name: 'memory, idle', unit: 'MB', ours: idle, atMost: 120 },
      { name: 'memory, after all calls', unit: 'MB', ours: after, atMost: 250 },
    ],
  }
}

async function measureRound(shop: OpenShop, { clients, requestsOf, limit: name }: Call, pace: Pace) {
  const load = { url: shop.url, clients, requestsOf: requestsOf(shop) }
  const limit = await startLimit(name, load)
  // There are few sign-ins in a second.
  const longer = { ...pace, seconds: pace.seconds * (name === 'argon2id' ? 3 : 1) }
  const ours = (seconds: number) => perSecond(load, seconds, name === 'node:http' ? shop : undefined)
  return inTurns(longer, { ours, limit: limit.perSecond }).finally(limit.close)
}

type Sides = { ours: Limit['perSecond']; limit: Limit['perSecond'] }

/**
 * Measures the shop and its limit in alternating periods of time, so that a change of the machine's speed affects both.
 * Returns the median of each.
 */
async function inTurns({ warmUpSeconds, slices, seconds }: Omit<Pace, 'rounds'>, sides: Sides) {
  await sides.limit(warmUpSeconds / 2)
  await sides.ours(warmUpSeconds)
  const found: Record<keyof Sides, number[]> = { ours: [], limit: [] }
  for (let slice = 0; slice < slices; slice++) {
    // The side that is measured second has an advantage, because the machine has already warmed up. So the order
    // alternates.
    const order = slice % 2 === 0 ? (['limit', 'ours'] as const) : (['ours', 'limit'] as const)
    for (const side of order) found[side].push(await sides[side](seconds))
  }
  return { ours: median(found.ours), limit: median(found.limit) }
}

const PACE = { warmUpSeconds: 0.3, slices: 5, seconds: 0.3 }
/**
 * Left out are calls that belong to one session or are limited, those for which a demo shop has no data, those that count
 * or list everything there is, by design, and the searches, which are measured by themselves.
 */
const LEFT_OUT =
  / \/(auth|coffees|jwt|search|find|account|legal|count|pickList|paymentDesk|shop\/start|myCarts|delivery)/
export const reads = Object.keys(contract).filter((name) => /^GET [^{]*$/.test(name) && !LEFT_OUT.test(name))
const tables = [
  'GET /delivery?timeZone=UTC',
  'GET /allProducts?sort=price',
  'GET /allProducts?payment=NOT%20OK',
  'GET /fullProducts?sort=total',
  'GET /allUser?sort=name',
  'GET /allUser?email=shopper00000',
]
const measured = [
  ...[...reads, ...tables].map((name) => ({ name, requestsOf: byAdmins(name.replace('GET ', '/api')) })),
  carts,
  orders,
]

/** Compares the throughput of calls in a large shop with that in a small shop. Returns the call that slows down most. */
export function measureGrowth(small: BenchShop, large: BenchShop): Promise<Figure[]> {
  return inOpenShop(small, (openSmall) =>
    inOpenShop(large, async (openLarge) => {
      const figures: Figure[] = []
      for (const { name, requestsOf } of measured) {
        const sideOf = (shop: OpenShop) => (seconds: number) =>
          perSecond({ url: shop.url, clients: 1, requestsOf: requestsOf(shop) }, seconds)
        const { ours, limit } = await inTurns(PACE, { ours: sideOf(openLarge), limit: sideOf(openSmall) })
        const times = { ours: [1000 / ours], limit: [1000 / limit] }
        figures.push({ name: `growth: ${name}`, unit: 'ms', ...times, atMost: 2 })
      }
      const growthOf = (figure: Figure) => lineOf(figure).ratio ?? 0
      return figures.toSorted((one, other) => growthOf(other) - growthOf(one)).slice(0, 1)
    }),
  )
}
