import { median } from './figures.ts'

/**
 * How often and how long things are measured, in seconds. Each round has a shop that was just started, since a process
 * stays all its life as fast or slow as it came out by chance, and slices in which both sides take turns.
 */
export type Pace = { rounds: number; warmUpSeconds: number; slices: number; seconds: number }

/** A shop that was just started is as fast as it gets after some seconds under load. */
export const FULL: Pace = { rounds: 3, warmUpSeconds: 4, slices: 3, seconds: 1 }

/** For CI: says whether something is far off, not how fast it is. */
export const SHORT: Pace = { rounds: 1, warmUpSeconds: 0.7, slices: 2, seconds: 0.7 }

/** Runs one side for its part of a slice. Returns its throughput per second. */
type Side = (seconds: number) => Promise<number>

/** A number for each round. */
export type Sides = { ours: number[]; limit: number[] }

/** Measures two things in turn, in slices, so that both meet the same machine; the middle slice of one round, for both. */
export async function sideBySide(
  { warmUpSeconds, slices, seconds }: Pace,
  sides: { ours: Side; limit: Side },
): Promise<Sides> {
  await sides.limit(warmUpSeconds / 2)
  await sides.ours(warmUpSeconds)
  const found: Sides = { ours: [], limit: [] }
  for (let slice = 0; slice < slices; slice++) {
    // The second side finds the machine warmer, so the order alternates.
    const order = slice % 2 === 0 ? (['limit', 'ours'] as const) : (['ours', 'limit'] as const)
    for (const side of order) found[side].push(await sides[side](seconds))
  }
  return { ours: [median(found.ours)], limit: [median(found.limit)] }
}
