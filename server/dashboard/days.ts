/**
 * Some consecutive days in a time zone, oldest first. `starts` are in UTC milliseconds, and `end` is the end of the last
 * day. A day has 23 to 25 hours, because of daylight saving time.
 */
export type Days = { timeZone: string; names: string[]; starts: number[]; end: number }

/** Returns the last `count` days in a time zone, such as `Europe/Lisbon`. The last one contains the time `at`. */
export function lastDays(count: number, { at, timeZone }: { at: number; timeZone: string }): Days {
  const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate()
  const dates = Array.from({ length: count }, (_, index) => today.subtract({ days: count - 1 - index }))
  const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(timeZone).epochMilliseconds
  return {
    timeZone,
    names: dates.map(String),
    starts: dates.map(startOf),
    end: startOf(today.add({ days: 1 })),
  }
}
