import { DAY_MS } from '#contract/values/dates/date-texts.ts'

/** The maximum number of closed days that the contract accepts. */
const MAX_DAYS = 400

/** Days on which the shop is closed, such as `2026-12-24` to `2027-01-02`. Without `to` it is one day. */
export type ClosedRange = { from: string; to: string }

/**
 * Returns the days of a range with both its ends, or null if the range is not valid. A range without any day is empty.
 */
export function daysOf({ from, to }: ClosedRange): string[] | null {
  if (from === '' && to === '') return []
  const [start, end] = [timeOf(from), timeOf(to || from)]
  // A comparison with NaN is false, so that a text which is no date makes the range invalid.
  if (!(start <= end && end - start < MAX_DAYS * DAY_MS)) return null
  return Array.from({ length: (end - start) / DAY_MS + 1 }, (_, index) => dateOf(start + index * DAY_MS))
}

/** Returns the ranges of days in a row, the first one first. */
export function rangesOf(days: readonly string[]): ClosedRange[] {
  const ranges: ClosedRange[] = []
  for (const day of days.toSorted()) {
    const range = ranges.at(-1)
    if (range && timeOf(day) - timeOf(range.to || range.from) === DAY_MS) range.to = day
    else ranges.push({ from: day, to: '' })
  }
  return ranges
}

/** Returns the start of a date in UTC milliseconds, or NaN if the text is not a date such as `2026-12-24`. */
function timeOf(day: string): number {
  const time = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(time) || dateOf(time) !== day ? Number.NaN : time
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
