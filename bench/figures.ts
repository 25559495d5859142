/**
 * A measured figure, with one value per round. `ours` is the result of the shop. `limit`, if there is one, is what
 * `ours` is compared with, such as a bare `node:http` server. The goal (`atLeast` or `atMost`) applies to the ratio
 * of `ours` to `limit`, or to `ours` if there is no limit. `oursAtMost` is a second goal, which always applies to
 * `ours`.
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

/**
 * A row of the printed table. `ours`, `limit` and `ratio` are medians over the rounds. `least` and `most` are the
 * lowest and the highest value of a round: of the ratio or, if there is no limit, of `ours`.
 */
export type Line = ReturnType<typeof lineOf>

/**
 * Returns the table row of a figure. The ratio is computed for each round, because values of different rounds differ
 * more from each other than values of the same round.
 */
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
    /** Whether the figure is less than half as good as its goal, or could not be measured. */
    isFarOff: !isWithin(2),
    note,
  }
}

/**
 * Returns the median. If the number of values is even, it is the upper one of the two in the middle. Returns NaN for
 * an empty list.
 */
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
