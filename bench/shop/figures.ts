/** One line of the table: what was measured, its limit in the same run, and the goal for their ratio. */
export type Figure = { name: string; unit: string; ours: number[]; limit: number[]; goal: number; better: 'more' | 'less'; note?: string }

export type Line = { name: string; unit: string; ours: number; limit: number; ratio: number; least: number; most: number; goal: number; met: boolean; note: string }

/** Medians over the rounds, and the ratio of each round, since rounds differ more than what is in one. */
export function lineOf({ name, unit, ours, limit, goal, better, note = '' }: Figure): Line {
  const ratios = ours.map((value, round) => value / (limit[round] ?? Number.NaN))
  const ratio = median(ratios)
  const met = better === 'more' ? ratio >= goal : ratio <= goal
  return { name, unit, ours: median(ours), limit: median(limit), ratio, least: Math.min(...ratios), most: Math.max(...ratios), goal, met, note }
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export function printHead(): void {
  say(['figure'.padEnd(44), 'ours'.padStart(10), 'limit'.padStart(10), 'unit'.padEnd(6), 'ratio'.padStart(7), 'least'.padStart(7), 'most'.padStart(7), 'goal'.padStart(7)].join(' '))
}

export function printLine({ name, unit, ours, limit, ratio, least, most, goal, met, note }: Line): void {
  const cells = [ratio, least, most].map((value) => value.toFixed(2).padStart(7))
  say([name.padEnd(44), short(ours).padStart(10), short(limit).padStart(10), unit.padEnd(6), ...cells, String(goal).padStart(7), met ? 'met' : 'MISSED', note].join(' '))
}

function short(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2)
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
