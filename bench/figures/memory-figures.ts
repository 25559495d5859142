import { setTimeout } from 'node:timers/promises'
import type { Figure } from '../shop/figures.ts'
import type { Measurement, Stage } from '../shop/stage.ts'

const ROUNDS = 3
/** Time for what was asked for last to be forgotten. */
const REST_MS = 2000

/** What the shop holds when it is idle, and after each of three rounds of everything else. Megabytes resident. */
export async function measureMemory(stage: Stage, load: Measurement[]): Promise<Figure[]> {
  const quick: Stage = { ...stage, pace: { warmUpSeconds: 0.5, rounds: 1, slices: 1, seconds: 0.5 } }
  const after: number[] = []
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { measure } of load) await measure(quick)
    await setTimeout(REST_MS)
    if (round > 0) after.push(stage.shop.residentMb())
  }
  const [first = Number.NaN] = after
  const last = after.at(-1) ?? Number.NaN
  return [
    { name: 'memory, idle', unit: 'MB', ours: [stage.idleMb], goal: 120, better: 'less' },
    { name: 'memory, after all of this', unit: 'MB', ours: after, goal: 250, better: 'less' },
    {
      name: 'memory, third round',
      unit: 'MB',
      ours: [last],
      limit: [first],
      goal: 1.1,
      better: 'less',
      note: 'limit: the first round',
    },
  ]
}
