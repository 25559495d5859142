import type { DeliveryPromise, DeliveryZone, Roasting } from '#contract/selling/settings.ts'
import { cutOffOn } from '#server/selling/cut-off.ts'

/** The time of an order, `at`, in UTC milliseconds, and the IANA name of the shop's time zone. */
export type Placed = { at: number; timeZone: string }

/** The last working day of carriers, as ISO 8601 numbers weekdays: Monday is 1. */
const FRIDAY = 5
const DAYS_OF_WEEK = 7

/**
 * Returns the roast day of an order and the days between which it arrives. A parcel is handed over to the carrier on
 * the roast day. `transitDays` counts the working days from Monday to Friday that follow. Days on which the shop is
 * closed are counted too, because the carrier works on them. For a pickup, `transitDays` is null, and the order is
 * ready on the roast day. Returns null if the shop has no roast days.
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

/** Returns until when an order gets the same roast day, in UTC milliseconds, or null if the shop has no roast days. */
export function lastMomentFor(roasting: Roasting, placed: Placed): number | null {
  const roastDay = findRoastDay(roasting, placed)
  return roastDay && cutOffOn(roastDay, { cutOff: roasting.cutOff, timeZone: placed.timeZone })
}

/**
 * Returns the first day on which an order can be roasted: today if it is a roast day and the cut-off is still to come,
 * otherwise the next roast day. Days on which the shop is closed are skipped.
 */
function findRoastDay(roasting: Roasting, { at, timeZone }: Placed): Temporal.PlainDate | null {
  const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate()
  const isPastCutOff = at >= cutOffOn(today, { cutOff: roasting.cutOff, timeZone })
  return roastDayFrom(roasting, isPastCutOff ? today.add({ days: 1 }) : today)
}

/** Returns the first day from `start` on, itself included, on which the shop roasts. Returns null if it has no roast days. */
export function roastDayFrom(
  { weekdays, closedDays }: Roasting,
  start: Temporal.PlainDate,
): Temporal.PlainDate | null {
  if (weekdays.length === 0) return null
  const closed = new Set(closedDays)
  // Each closed day can put the roast day off by at most one week.
  const lastDay = start.add({ days: DAYS_OF_WEEK * (closed.size + 2) })
  let day = start
  while (Temporal.PlainDate.compare(day, lastDay) <= 0) {
    if (weekdays.includes(day.dayOfWeek % DAYS_OF_WEEK) && !closed.has(day.toString())) return day
    day = day.add({ days: 1 })
  }
  return null
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
