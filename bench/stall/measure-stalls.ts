import { once } from 'node:events'
import type { Figure } from '../figures.ts'
import { onAllCores } from '../processes.ts'
import { inOpenShop } from '../shop/bench-shop.ts'
import type { BenchShop, OpenShop } from '../shop/bench-shop.ts'
import { runMixedLoad } from './mixed-load.ts'

const SECONDS = 5
/** The number of rounds. The longest stall differs much from round to round, so the median needs many rounds. */
const ROUNDS = 11

/**
 * Measures the longest time for which the shop's event loop is blocked (the longest stall) in each of several rounds.
 * In each round, clients load the shop with different requests while a dashboard is open.
 */
export function measureStalls(closed: BenchShop): Promise<Figure[]> {
  return inOpenShop(closed, measureRounds, './bench/stall/report-stalls.ts')
}

async function measureRounds(shop: OpenShop): Promise<Figure[]> {
  // Here the shop may run on all cores. On a single core, its thread for long reads would have to take turns with the
  // event loop.
  onAllCores(shop.child.pid)
  const ours: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    await longestStall(shop)
    await runMixedLoad(shop, SECONDS)
    const longest = await longestStall(shop)
    // The first round warms up the shop and is not counted.
    if (round > 0) ours.push(longest)
  }
  return [{ name: 'longest stall, mixed load, dashboard open', unit: 'ms', ours, atMost: 20 }]
}

/** Asks the shop for the longest stall of its event loop since the last call of this function, in ms. */
async function longestStall({ child }: OpenShop): Promise<number> {
  const answer = once(child, 'message')
  child.send('longest')
  return Number((await answer)[0])
}
