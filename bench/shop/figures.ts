/**
 * Lines of the table: what was measured and its limit in the same run, a number a round, and the goal for their ratio;
 * where nothing can be measured beside it, for what was measured itself. `atMost`: a goal besides, for that.
 */
export type Figure = {
  name: string
  unit: string
  ours: number[]
  limit?: number[]
  goal: number
  better: 'more' | 'less'
  atMost?: number
  note?: string
}

/** Medians over the rounds; `least` and `most` are of what the goal is for. */
type Line = {
  name: string
  unit: string
  ours: number
  limit?: number
  ratio?: number
  least: number
  most: number
  goal: number
  met: boolean
  note: string
}

const wanted = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? ''
const lines: Line[] = []

/** Whether this figure was requested: its name contains the argument, or there is no argument. */
export function wants(name: string): boolean {
  return name.toLowerCase().includes(wanted.toLowerCase())
}

export function openTable(): void {
  say(
    [
      'figure'.padEnd(44),
      'ours'.padStart(10),
      'limit'.padStart(10),
      'unit'.padEnd(5),
      ...['ratio', 'least', 'most', 'goal'].map((word) => word.padStart(7)),
    ].join(' '),
  )
}

export function report(figures: Figure[]): void {
  for (const figure of figures) {
    const line = lineOf(figure)
    lines.push(line)
    printLine(line)
  }
}

/** The figures of several rounds, each with the same lines, as one. */
export function overRounds(rounds: Figure[][]): Figure[] {
  const [first = []] = rounds
  return first.map((figure, at) => {
    const same = rounds.flatMap((round) => round[at] ?? [])
    return {
      ...figure,
      ours: same.flatMap(({ ours }) => ours),
      ...(figure.limit && { limit: same.flatMap(({ limit }) => limit ?? []) }),
    }
  })
}

/** Prints the figure of one round as progress. */
export function sayRound(figure: Figure): void {
  const { name, ours, limit, ratio } = lineOf(figure)
  say(`  ${name.padEnd(46)} ${short(ours)} of ${short(limit)}, ${short(ratio)}`)
}

/** Says whether all goals are met, and prints everything as JSON for who asked for that. */
export function closeTable(): void {
  const missed = lines.filter(({ met }) => !met)
  say(missed.length === 0 ? 'All goals are met.' : `Missed: ${missed.map(({ name }) => name).join('; ')}`)
  if (process.argv.includes('--json')) say(JSON.stringify(lines, null, 2))
}

/** Whether a figure is not even half as good as its goal, or could not be measured. */
export function isFarOff(figure: Figure): boolean {
  const { ratio, goal, ours } = lineOf(figure)
  const reached = ratio ?? ours
  if (!Number.isFinite(reached) || ours > (figure.atMost ?? Infinity) * 2) return true
  return figure.better === 'more' ? reached < goal / 2 : reached > goal * 2
}

/** The ratio is taken in each round, since rounds differ more than what is in one. */
function lineOf({ name, unit, ours, limit, goal, better, atMost = Infinity, note = '' }: Figure): Line {
  const reached = limit ? ours.map((value, round) => value / (limit[round] ?? Number.NaN)) : ours
  const middle = median(reached)
  const met = (better === 'more' ? middle >= goal : middle <= goal) && median(ours) <= atMost
  return {
    name,
    unit,
    ours: median(ours),
    ...(limit && { limit: median(limit), ratio: middle }),
    least: Math.min(...reached),
    most: Math.max(...reached),
    goal,
    met,
    note,
  }
}

/** The middle one; of an even number the upper. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function printLine({ name, unit, ours, limit, ratio, least, most, goal, met, note }: Line): void {
  const cells = [ratio, least, most].map((value) => short(value).padStart(7))
  say(
    [
      name.padEnd(44),
      short(ours).padStart(10),
      short(limit).padStart(10),
      unit.padEnd(5),
      ...cells,
      String(goal).padStart(7),
      met ? 'met   ' : 'MISSED',
      note,
    ].join(' '),
  )
}

function short(value: number | undefined): string {
  if (value === undefined) return '–'
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2)
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
