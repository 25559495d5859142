import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { shopDates } from '#contract/values/dates/shop-dates.ts'
import { firstIdAt } from '#server/platform/clock.ts'
import { byId } from '#server/platform/tables/column.ts'
import type { ColumnCondition } from '#server/platform/tables/filters.ts'

/**
 * Matches rows that were created from the day `from` to the day `to`, both included. Days are in the time zone of the
 * shop and look like `2026-11-20`. Returns null if neither is given.
 */
export function createdOn({ from, to }: { from?: string; to?: string }): ColumnCondition | null {
  const first = from && firstIdOn(from, 0)
  const end = to && firstIdOn(to, 1)
  if (first && end) return idsThat(({ value }) => sql<SqlBool>`${value} >= ${first} AND ${value} < ${end}`)
  if (first) return idsThat(({ value }) => sql<SqlBool>`${value} >= ${first}`)
  return end ? idsThat(({ value }) => sql<SqlBool>`${value} < ${end}`) : null
}

/** Returns the first id of the day that is `days` after a day. The 31st of a shorter month is its last day. */
function firstIdOn(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const start = Temporal.PlainDate.from({ year, month, day: date }).add({ days })
  const { epochMilliseconds } = start.toZonedDateTime(shopDates().timeZone)
  return firstIdAt(Math.max(0, epochMilliseconds))
}

function idsThat(check: ColumnCondition['check']): ColumnCondition {
  return { column: byId, passes: 'range', check }
}

/** Returns a time in the time zone of the shop (ISO 8601), such as `2026-11-20T23:30:00.000Z` or `….000+01:00`. */
export function csvTime(time: number): string {
  const { timeZone } = shopDates()
  const zone = timeZone === 'UTC' ? {} : { timeZone }
  return Temporal.Instant.fromEpochMilliseconds(time).toString({ fractionalSecondDigits: 3, ...zone })
}
