import type { DeliveryPromise } from '#contract/selling/settings.ts'
import type { DeliveryKind } from '#contract/values/states.ts'

type Promised = { kind: DeliveryKind; promise: DeliveryPromise | null }

/**
 * Returns the promise of a delivery in words: `Roasted on Tuesday, 24 November, with you by Friday`. Returns null if
 * the shop promises nothing.
 */
export function promiseText({ kind, promise }: Promised): string | null {
  if (!promise) return null
  const { roastOn, to } = promise
  if (kind === 'pickup') return `Roasted and ready on ${longDay(roastOn)}`
  if (to === roastOn) return `Roasted on ${longDay(roastOn)}, with you the same day`
  const isSoon = daysBetween(roastOn, to) < DAYS_OF_WEEK
  return `Roasted on ${longDay(roastOn)}, with you by ${isSoon ? weekday(to) : longDay(to)}`
}

const DAYS_OF_WEEK = 7
const DAY_MS = 86_400_000

// The dates are days in the shop's time zone. They are formatted as days of UTC, so that the customer's time zone does
// not change them.
const WEEKDAY = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })
const DAY_AND_MONTH = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })

function weekday(date: string): string {
  return WEEKDAY.format(Date.parse(date))
}

function longDay(date: string): string {
  return `${weekday(date)}, ${DAY_AND_MONTH.format(Date.parse(date))}`
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS
}
