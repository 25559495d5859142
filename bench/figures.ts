/**
 * What was measured in each round and, where there is one, the limit in the same rounds. The goal (`atLeast` or `atMost`) is
 * for the ratio of the two, or for `ours` if there is no limit. `oursAtMost` is a second goal.
 */
export type Figure = {
  name: string
  unit: string
  ours: number[]
  limit?: number[]
  atLeast?: number
  atMost?: number
  oursAtMost?: number
  note?: string
}

/** A line of the table: medians over the rounds. `least` and `most` are the extremes of what the goal is for. */
export type Line = ReturnType<typeof lineOf>

/** The ratio is taken in each round, because rounds differ more than the two sides of one round. */
export function lineOf({ name, unit, ours, limit, note = '', ...goals }: Figure) {
  const { atLeast = -Infinity, atMost = Infinity, oursAtMost = Infinity } = goals
  const reached = limit ? ours.map((value, round) => value / (limit[round] ?? Number.NaN)) : ours
  const middle = median(reached)
  const isWithin = (times: number) =>
    middle >= atLeast / times && middle <= atMost * times && median(ours) <= oursAtMost * times
  return {
    name,
    unit,
    ours: median(ours),
    ...(limit && { limit: median(limit), ratio: middle }),
    least: Math.min(...reached),
    most: Math.max(...reached),
    goal: goals.atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`,
    isMet: isWithin(1),
    /** Not even half as good as the goal, or not measured. */
    isFarOff: !isWithin(2),
    note,
  }
}

/** Returns the middle value, or of an even number of values the upper of the two in the middle. NaN if there are none. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

export function printHeadings(): void {
  printCells('figure', ['ours', 'limit', 'unit', 'ratio', 'least', 'most', 'goal', ''])
}

export function printLine({ name, ours, limit, unit, ratio, least, most, goal, isMet, note }: Line): void {
  const ratios = [ratio, least, most].map(format)
  printCells(name, [format(ours), format(limit), unit, ...ratios, goal, isMet ? 'met' : 'MISSED', ` ${note}`])
}

function printCells(name: string, cells: string[]): void {
  console.log(name.padEnd(44), ...cells.map((cell) => cell.padStart(8)))
}

export function format(value: number | undefined): string {
  if (value === undefined) return '–'
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2)
}
