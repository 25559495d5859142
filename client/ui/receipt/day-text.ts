import type { DeliveryPromise } from '#contract/selling/settings.ts'
import type { DeliveryKind } from '#contract/values/states.ts'

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

/** Says when an order is roasted, and when it arrives or can be picked up. */
export function promiseText({ roastOn, from, to }: DeliveryPromise, kind: DeliveryKind): string {
  const roasted = `Roasted on ${dayText(roastOn)}`
  if (kind === 'pickup') return `${roasted}, ready for pickup on ${dayText(from)}`
  return from === to
    ? `${roasted}, with you on ${dayText(to)}`
    : `${roasted}, with you between ${dayText(from)} and ${dayText(to)}`
}
