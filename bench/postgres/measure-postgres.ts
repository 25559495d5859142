import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../test/postgres/server.ts'
import { isPostgresInstalled, startPgbench } from '../calls/pgbench.ts'
import type { Pgbench } from '../calls/pgbench.ts'
import { timedCalls } from '../calls/timed-calls.ts'
import type { TimedCall } from '../calls/timed-calls.ts'
import { median } from '../figures.ts'
import type { Figure } from '../figures.ts'
import { runLoad } from '../load.ts'
import { startProcess } from '../processes.ts'
import { inOpenShop } from '../shop/bench-shop.ts'
import type { OpenShop } from '../shop/bench-shop.ts'
import { makeStores } from './two-stores.ts'
import type { Stores } from './two-stores.ts'

const CLIENTS = 32
const WARM_UP_SECONDS = 1.5
const SLICES = 3
const SECONDS = 1

/** The lowest acceptable ratio of one instance on PostgreSQL to the limit. The other figures have no goal. */
const GOALS: Record<string, number> = {
  'POST /api/orders': 0.35,
  'GET /api/myCarts, 20 rows, 1,000 shoppers': 0.2,
  'GET /api/allProducts?limit=50': 0.1,
}

/** The calls that use the database. Responses that are cached on both databases are left out. */
const measured = timedCalls.filter(({ name, limit }) => name in GOALS || limit === 'pgbench')

type Setup = 'SQLite' | 'PostgreSQL' | 'PostgreSQL, two instances'
type Side = {
  name: Setup | 'limit'
  perSecond: (seconds: number) => Promise<number> | number
  found: number[]
  /** The instances, whose processor time is measured. */
  shops: OpenShop[]
  /** The processor time of all instances for each visit, in µs. */
  cpuMicros: number[]
}

/**
 * Measures the calls that use the database: on SQLite, on PostgreSQL, and with two instances on PostgreSQL. The
 * limit of writes is pgbench on the same PostgreSQL server. All sides of a call take turns in slices of a second.
 */
export async function measurePostgres(folder: string): Promise<Figure[]> {
  if (!isPostgresInstalled) {
    console.log('PostgreSQL is not installed, so it is not measured.')
    return []
  }
  const pgbench = startPgbench(CLIENTS, await freePort())
  try {
    const stores = await makeStores(mkdtempSync(join(folder, 'stores-')), pgbench.url)
    return await measureAll(stores, pgbench)
  } finally {
    await pgbench.close()
  }
}

function measureAll({ sqlite, one, other }: Stores, pgbench: Pgbench): Promise<Figure[]> {
  return inOpenShop(sqlite, (embedded) =>
    inOpenShop(one, (first) =>
      inOpenShop(other, async (second) => {
        const shops = {
          'SQLite': [embedded],
          'PostgreSQL': [first],
          'PostgreSQL, two instances': [first, second],
        }
        const figures: Figure[] = []
        for (const call of measured) figures.push(...(await measureCall(call, shops, pgbench)))
        return figures
      }),
    ),
  )
}

async function measureCall(
  call: TimedCall,
  shops: Record<Setup, OpenShop[]>,
  pgbench: Pgbench,
): Promise<Figure[]> {
  const [embedded] = shops.SQLite
  if (!embedded) return []
  const bare =
    call.limit === 'pgbench' ? { ...pgbench, close: async () => undefined } : await startBare(embedded, call)
  const sides: Side[] = [{ name: 'limit', perSecond: bare.perSecond, found: [], cpuMicros: [], shops: [] }]
  for (const name of ['SQLite', 'PostgreSQL', 'PostgreSQL, two instances'] as const)
    sides.push({
      name,
      perSecond: await loadOf(shops[name], call),
      found: [],
      cpuMicros: [],
      shops: shops[name],
    })
  try {
    await measureInTurns(sides)
  } finally {
    await bare.close()
  }
  return figuresOf(call, sides)
}

async function startBare(shop: OpenShop, { visit }: TimedCall) {
  const bare = await startProcess(['bench/calls/bare-server.ts', shop.origin])
  const load = { port: bare.port, clients: CLIENTS, visit: await visit(shop) }
  return { ...bare, perSecond: (seconds: number) => runLoad({ ...load, seconds }) }
}

/** Returns a function that divides the clients between the instances, and returns their visits per second together. */
async function loadOf(shops: OpenShop[], { visit }: TimedCall): Promise<Side['perSecond']> {
  const clients = CLIENTS / shops.length
  const loads = await Promise.all(
    shops.map(async (shop) => ({ port: shop.port, clients, visit: await visit(shop) })),
  )
  return async (seconds) => {
    const each = await Promise.all(loads.map((load) => runLoad({ ...load, seconds })))
    return each.reduce((sum, one) => sum + one, 0)
  }
}

async function measureInTurns(sides: Side[]): Promise<void> {
  for (const { perSecond } of sides) await perSecond(WARM_UP_SECONDS)
  for (let slice = 0; slice < SLICES; slice++) {
    for (let turn = 0; turn < sides.length; turn++) {
      const side = sides[(slice + turn) % sides.length]
      if (side) await measureOnce(side)
    }
  }
}

async function measureOnce({ perSecond, shops, found, cpuMicros }: Side): Promise<void> {
  const used = () => shops.reduce((sum, shop) => sum + shop.cpuSeconds(), 0)
  const [before, started] = [used(), performance.now()]
  const rate = await perSecond(SECONDS)
  const visits = (rate * (performance.now() - started)) / 1000
  found.push(rate)
  cpuMicros.push(((used() - before) * 1_000_000) / visits)
}

function figuresOf(call: TimedCall, sides: Side[]): Figure[] {
  const limit = [median(sides.find(({ name }) => name === 'limit')?.found ?? [])]
  const callName = call.name.split(',', 1)[0]
  return sides
    .filter(({ name }) => name !== 'limit')
    .flatMap(({ name, found, cpuMicros }) => [
      {
        name: `${callName}: ${name}`,
        unit: '1/s',
        ours: found,
        limit: found.map(() => limit[0] ?? Number.NaN),
        atLeast: name === 'PostgreSQL' ? (GOALS[call.name] ?? 0) : 0,
        note: `limit: ${call.limit}`,
      },
      { name: `${callName}: ${name}, processor time`, unit: 'µs', ours: cpuMicros, atLeast: 0 },
    ])
}
