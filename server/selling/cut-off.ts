/**
 * Returns the time of the cut-off of a day, such as `2026-11-20`, in UTC milliseconds. If the clock shows the time of the
 * cut-off twice on that day, because it is set back, the first time counts. If the clock skips that time, because it is
 * set forward, such as from 1:00 to 2:00, a cut-off at 1:30 is at 2:30.
 */
export function cutOffOn(
  day: Temporal.PlainDate | string,
  { cutOff, timeZone }: { cutOff: string; timeZone: string },
): number {
  return Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: cutOff }).epochMilliseconds
}
