import { median } from './figures.ts'

/** How often and how long things are measured, in seconds: each round has slices in which both sides take turns. */
export type Pace = { warmUpSeconds: number; rounds: number; slices: number; seconds: number }

/** A shop that was just started is as fast as it gets after some seconds under load. */
export const FULL: Pace = { warmUpSeconds: 4, rounds: 3, slices: 3, seconds: 1 }

/** For CI: says whether something is far off, not how fast it is. */
export const SHORT: Pace = { warmUpSeconds: 0.7, rounds: 1, slices: 2, seconds: 0.7 }

/** Does one side's part of a slice; answers how much it did a second. */
type Side = (seconds: number) => Promise<number>

export type Sides = { ours: number[]; limit: number[] }

/** Measures two things in turn, in slices, so that both meet the same machine; the middle slice of each round, for both. */
export async function sideBySide(pace: Pace, sides: { ours: Side; limit: Side }): Promise<Sides> {
  await sides.limit(pace.warmUpSeconds / 2)
  await sides.ours(pace.warmUpSeconds)
  const found: Sides = { ours: [], limit: [] }
  for (let round = 0; round < pace.rounds; round++) {
    const slices: Sides = { ours: [], limit: [] }
    for (let slice = 0; slice < pace.slices; slice++) {
      // Whoever is second finds the machine warmer: they take turns at that too.
      const order = slice % 2 === 0 ? (['limit', 'ours'] as const) : (['ours', 'limit'] as const)
      for (const side of order) slices[side].push(await sides[side](pace.seconds))
    }
    found.ours.push(median(slices.ours))
    found.limit.push(median(slices.limit))
  }
  return found
}
