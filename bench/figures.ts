/**
 * A measured figure, with one value per round. `ours` is the result of the shop. `limit`, if there is one, is what the
 * same machine does without a shop, or what `ours` is compared with. The floor (`atLeast` or `atMost`) applies to the
 * ratio of `ours` to `limit`, or to `ours` if there is no limit.
 */
export type Figure = {
  name: string
  unit: string
  ours: number[]
  limit?: number[]
  atLeast?: number
  atMost?: number
}

/** A row of the printed table. Its numbers are medians of the rounds. */
export type Line = ReturnType<typeof lineOf>

/**
 * Returns the table row of a figure. The ratio is computed for each round, because values of different rounds differ
 * more from each other than values of the same round.
 */
export function lineOf({ name, unit, ours, limit, atLeast, atMost = Infinity }: Figure) {
  const reached = limit ? ours.map((value, round) => value / (limit[round] ?? Number.NaN)) : ours
  const middle = median(reached)
  const isWithin = (times: number) => middle >= (atLeast ?? -Infinity) / times && middle <= atMost * times
  return {
    name,
    unit,
    ours: median(ours),
    ...(limit && { limit: median(limit), ratio: middle }),
    floor: atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`,
    isMet: isWithin(1),
    /** Whether the figure is less than half as good as its floor, or could not be measured. */
    isFarOff: !isWithin(2),
  }
}

/** Returns the median, the upper one of two in the middle. Returns NaN for an empty list. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Prints rows in Markdown. */
export function printLines(lines: Line[]): void {
  for (const { name, ours, limit, unit, ratio, floor, isMet } of lines) {
    const cells = [name, format(ours), format(limit), unit, format(ratio), floor]
    console.log(`| ${cells.join(' | ')} | ${isMet ? 'met' : 'MISSED'} |`)
  }
}

function format(value: number | undefined): string {
  if (value === undefined) return '–'
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2)
}
