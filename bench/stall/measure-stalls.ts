import { once } from 'node:events'
import type { Figure } from '../figures.ts'
import { onAllCores } from '../processes.ts'
import { inOpenShop } from '../shop/bench-shop.ts'
import type { BenchShop, OpenShop } from '../shop/bench-shop.ts'
import { runMixedLoad } from './mixed-load.ts'

const SECONDS = 5
/** The longest of many stalls varies, so that many rounds are needed. */
const ROUNDS = 11

/** Measures the longest stall of the shop's event loop in each round of a mixed load, with an open dashboard. */
export function measureStalls(closed: BenchShop): Promise<Figure[]> {
  return inOpenShop(closed, measureRounds, './bench/stall/report-stalls.ts')
}

async function measureRounds(shop: OpenShop): Promise<Figure[]> {
  // On one core, the thread for long reads could only take turns with the event loop.
  onAllCores(shop.child.pid)
  const ours: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    await longestStall(shop)
    await runMixedLoad(shop, SECONDS)
    const longest = await longestStall(shop)
    // The first round warms up.
    if (round > 0) ours.push(longest)
  }
  return [{ name: 'longest stall, mixed load, dashboard open', unit: 'ms', ours, atMost: 20 }]
}

/** Returns the longest stall since the last call of this function, in ms. */
async function longestStall({ child }: OpenShop): Promise<number> {
  const answer = once(child, 'message')
  child.send('longest')
  return Number((await answer)[0])
}
