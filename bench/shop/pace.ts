/** How often and how long things are measured: each round has slices in which both sides take turns, in seconds. */
export type Pace = { rounds: number; slices: number; seconds: number }

export const FULL: Pace = { rounds: 3, slices: 2, seconds: 1 }

/** For CI: says whether something is far off, not how fast it is. */
export const SHORT: Pace = { rounds: 1, slices: 2, seconds: 0.7 }

/** Does one side's part of a slice; answers how much it did a second. */
type Side = (seconds: number) => Promise<number>

export type Sides = { ours: number[]; limit: number[] }

/** Measures two things in turn, in slices, so that both meet the same machine; each round's mean of both. */
export async function sideBySide(pace: Pace, sides: { ours: Side; limit: Side }): Promise<Sides> {
  await sides.limit(pace.seconds)
  await sides.ours(pace.seconds)
  const found: Sides = { ours: [], limit: [] }
  for (let round = 0; round < pace.rounds; round++) {
    const sums = { ours: 0, limit: 0 }
    for (let slice = 0; slice < pace.slices; slice++) {
      // Whoever is second finds the machine warmer: they take turns at that too.
      const order = slice % 2 === 0 ? (['limit', 'ours'] as const) : (['ours', 'limit'] as const)
      for (const side of order) sums[side] += await sides[side](pace.seconds)
    }
    found.ours.push(sums.ours / pace.slices)
    found.limit.push(sums.limit / pace.slices)
  }
  return found
}
