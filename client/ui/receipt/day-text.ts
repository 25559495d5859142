const DAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})

/** Formats a date such as `2026-11-24` for display: `Tuesday 24 November`. The date has no time zone. */
export function dayText(date: string): string {
  return DAY.format(new Date(`${date}T00:00:00Z`))
}
