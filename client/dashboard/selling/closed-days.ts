const DAY_MS = 24 * 60 * 60 * 1000

/** The maximum number of closed days that the contract accepts. A longer range is refused as a whole. */
const MOST_DAYS = 400

/** The number of days in a row from which they are written as a range. */
const RANGE_FROM = 3

/**
 * Reads closed days: a date or a range on each line, such as `2026-12-24` or `2026-12-24 to 2027-01-02`. Both ends of a
 * range are closed. Returns each date once, in order, or null if a range is not valid. A line that is no range is
 * returned as it is. `isDay` says whether it is a date.
 */
export function readClosedDays(text: string): string[] | null {
  const days = new Set<string>()
  for (const line of text.split('\n').map((each) => each.trim())) {
    const [, from, to] = /^(\S+)\s+(?:to|–|-)\s+(\S+)$/i.exec(line) ?? []
    const inRange = from !== undefined && to !== undefined ? daysFrom(from, to) : [line]
    if (inRange === null) return null
    for (const day of inRange) if (day !== '') days.add(day)
  }
  return [...days].toSorted()
}

/** Returns whether a text is a date such as `2026-12-24`. */
export function isDay(text: string): boolean {
  return !Number.isNaN(timeOf(text))
}

/** Writes closed days as text that `readClosedDays` reads: each range of at least three days on one line. */
export function writeClosedDays(days: readonly string[]): string {
  const runs: string[][] = []
  for (const day of days.toSorted()) {
    const run = runs.at(-1)
    if (run && timeOf(day) - timeOf(run.at(-1) ?? '') === DAY_MS) run.push(day)
    else runs.push([day])
  }
  return runs.flatMap((run) => (run.length < RANGE_FROM ? run : [`${run[0]} to ${run.at(-1)}`])).join('\n')
}

function daysFrom(from: string, to: string): string[] | null {
  const [start, end] = [timeOf(from), timeOf(to)]
  // A comparison with NaN is false, so that a text which is no date makes the range invalid.
  if (!(start <= end && end - start < MOST_DAYS * DAY_MS)) return null
  return Array.from({ length: (end - start) / DAY_MS + 1 }, (_, index) => dateOf(start + index * DAY_MS))
}

/** Returns the start of a date in UTC milliseconds, or NaN if the text is not a date such as `2026-12-24`. */
function timeOf(day: string): number {
  const time = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(time) || dateOf(time) !== day ? Number.NaN : time
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
