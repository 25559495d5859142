import { availableParallelism } from 'node:os'

/** What one round measured: a figure for each way of doing the same thing. The first is what others are held against. */
export type Round = Record<string, number>

/** A table of figures; `unit` as in 'per second', `digits` after the point. */
export type Finding = { title: string; unit: string; digits?: number; rounds: Round[] }

/** Measures several times. Ways are compared within one round, since a shared machine is faster in one minute than in the next. */
export async function inRounds(measure: () => Promise<Round> | Round, count = 5): Promise<Round[]> {
  const rounds: Round[] = []
  for (let round = 0; round < count; round++) rounds.push(await measure())
  return rounds
}

const SLICES = 6
const SLICE_MS = 40

/** How often a second each can be done, one after the other; in turns of a few milliseconds, so that all meet the same weather. */
export async function sideBySide(ways: Record<string, () => unknown>): Promise<Round> {
  const sums = Object.entries(ways).map(([name, work]) => ({ name, work, done: 0, ms: 0 }))
  for (let slice = 0; slice < SLICES; slice++) {
    for (const sum of sums) {
      const { done, ms } = await repeat(sum.work)
      sum.done += done
      sum.ms += ms
    }
  }
  return Object.fromEntries(sums.map(({ name, done, ms }) => [name, (done / ms) * 1000]))
}

async function repeat(work: () => unknown): Promise<{ done: number; ms: number }> {
  const started = performance.now()
  let done = 0
  while (performance.now() - started < SLICE_MS) {
    for (let some = 0; some < 10; some++) await work()
    done += 10
  }
  return { done, ms: performance.now() - started }
}

/** What one takes, in units of a second's `part` (1e3 for milliseconds), instead of how many a second holds. */
export function each(perSecond: Round, part: number): Round {
  return Object.fromEntries(Object.entries(perSecond).map(([name, figure]) => [name, part / figure]))
}

/** Milliseconds that the work takes. */
export async function milliseconds(work: () => unknown): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** One table: the median with the least and the most, and the median of the ratios to the first line. */
export function printFinding({ title, unit, digits = 0, rounds }: Finding): void {
  const [first = ''] = Object.keys(rounds[0] ?? {})
  const lines = Object.keys(rounds[0] ?? {}).map((name) => {
    const figures = rounds.map((round) => round[name] ?? Number.NaN)
    const ratio = median(rounds.map((round) => (round[name] ?? Number.NaN) / (round[first] ?? Number.NaN)))
    const range = `${show(Math.min(...figures), digits)} to ${show(Math.max(...figures), digits)}`
    return `${name.padEnd(46)} ${show(median(figures), digits).padStart(12)}   ${(rounds.length > 1 ? range : '').padEnd(26)} × ${ratio.toPrecision(3)}`
  })
  console.log([`\n${title}, ${unit} (${rounds.length} rounds, ${machine()})`, ...lines].join('\n'))
}

function machine(): string {
  return `${availableParallelism()} cores, Node ${process.versions.node}`
}

function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
}

function show(figure: number, digits: number): string {
  return figure.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
