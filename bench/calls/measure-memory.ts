import { setTimeout as sleep } from 'node:timers/promises'
import type { Figure } from '../figures.ts'
import { runLoad } from '../load.ts'
import { inOpenShop } from '../shop/bench-shop.ts'
import type { BenchShop, OpenShop } from '../shop/bench-shop.ts'
import { timedCalls } from './timed-calls.ts'

const ROUNDS = 3
const SECONDS = 1
/** Pause after each round, so that the shop can release the memory of the last requests. */
const REST_MS = 2000

/**
 * Measures the resident memory of a newly started shop, and again after each of three rounds. In each round, clients
 * send the requests of `timedCalls`, except sign-ins.
 */
export function measureMemory(closed: BenchShop): Promise<Figure[]> {
  return inOpenShop(closed, measureRounds)
}

async function measureRounds(shop: OpenShop): Promise<Figure[]> {
  const calls = timedCalls.filter(({ limit }) => limit !== 'argon2id')
  const after: number[] = []
  // The first round warms up the shop and is not counted.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { clients, visit } of calls)
      await runLoad({ port: shop.port, clients, visit: await visit(shop), seconds: SECONDS })
    await sleep(REST_MS)
    if (round > 0) after.push(shop.residentMb())
  }
  const note = 'limit: the first round'
  return [
    { name: 'memory, idle', unit: 'MB', ours: [shop.idleMb], atMost: 120 },
    { name: 'memory, after all of this', unit: 'MB', ours: after, atMost: 250 },
    {
      name: 'memory, third round',
      unit: 'MB',
      ours: after.slice(-1),
      limit: after.slice(0, 1),
      atMost: 1.1,
      note,
    },
  ]
}
