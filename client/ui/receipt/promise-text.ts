import { DAY_MS, weekdayName, weekdayText } from '#contract/values/dates/date-texts.ts'
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
  if (kind === 'pickup') return `Roasted and ready on ${weekdayText(roastOn)}`
  if (to === roastOn) return `Roasted on ${weekdayText(roastOn)}, with you the same day`
  const isSoon = daysBetween(roastOn, to) < DAYS_OF_WEEK
  return `Roasted on ${weekdayText(roastOn)}, with you by ${isSoon ? weekdayName(to) : weekdayText(to)}`
}

const DAYS_OF_WEEK = 7

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS
}
