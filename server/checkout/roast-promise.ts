import type { DeliveryPromise, DeliveryZone, Roasting } from '#contract/selling/settings.ts'

/** When and where an order is placed. `at` is in UTC milliseconds, and `timeZone` is the shop's, as IANA names it. */
export type Placed = { at: number; timeZone: string }

/** Working days of carriers are Monday to Friday, as ISO 8601 numbers weekdays. */
const FRIDAY = 5
const DAYS_OF_WEEK = 7

/**
 * Returns when an order is roasted and when it arrives. It is handed over to the carrier on the day on which it is
 * roasted. `transitDays` are counted in working days from Monday to Friday, because the closed days are those of the
 * shop, not of the carrier. For a pickup, `transitDays` is null, and the order is ready on the day on which it is
 * roasted. Returns null if the shop has no roast days.
 */
export function promiseFor(
  roasting: Roasting,
  placed: Placed,
  transitDays: DeliveryZone['transitDays'] | null,
): DeliveryPromise | null {
  const roastDay = findRoastDay(roasting, placed)
  if (!roastDay) return null
  const { least, most } = transitDays ?? { least: 0, most: 0 }
  return {
    roastOn: roastDay.toString(),
    from: addWorkingDays(roastDay, least).toString(),
    to: addWorkingDays(roastDay, most).toString(),
  }
}

/**
 * Returns the first day on which an order can be roasted: today if the cut-off is still to come, otherwise the next
 * roast day. Days on which the shop is closed are skipped.
 */
function findRoastDay(
  { weekdays, cutOff, closedDays }: Roasting,
  { at, timeZone }: Placed,
): Temporal.PlainDate | null {
  if (weekdays.length === 0) return null
  const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate()
  const isPastCutOff = at >= cutOffOn(today, { cutOff, timeZone })
  let day = isPastCutOff ? today.add({ days: 1 }) : today
  const closed = new Set(closedDays)
  // Each closed day can put the roast day off by at most one week.
  const lastDay = today.add({ days: DAYS_OF_WEEK * (closed.size + 2) })
  while (Temporal.PlainDate.compare(day, lastDay) <= 0) {
    if (weekdays.includes(day.dayOfWeek % DAYS_OF_WEEK) && !closed.has(day.toString())) return day
    day = day.add({ days: 1 })
  }
  return null
}

/**
 * Returns the time of a day's cut-off in UTC milliseconds. When the clock is set back, the cut-off is the first of the
 * two times with this name. When the clock skips the cut-off, it is as much later on the clock as the clock was set
 * forward.
 */
function cutOffOn(
  day: Temporal.PlainDate,
  { cutOff, timeZone }: { cutOff: string; timeZone: string },
): number {
  return day.toZonedDateTime({ timeZone, plainTime: cutOff }).epochMilliseconds
}

/** Returns the n-th working day after a day, or the day itself if `n` is 0. */
function addWorkingDays(start: Temporal.PlainDate, n: number): Temporal.PlainDate {
  let day = start
  for (let left = n; left > 0;) {
    day = day.add({ days: 1 })
    if (day.dayOfWeek <= FRIDAY) left -= 1
  }
  return day
}
