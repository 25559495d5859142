import type { Glance } from '#contract/dashboard.ts'
import { toCents, toPrice } from '#contract/values/money.ts'

export type Day = Glance['days'][number]

/** What was taken in all these days, in dollars as text. */
export function totalOf(days: Day[]): string {
  return toPrice(days.reduce((sum, { revenue }) => sum + (toCents(revenue) ?? 0), 0))
}

/** The day on which most was taken, or null when nothing was. */
export function bestOf(days: Day[]): Day | null {
  const best = days.reduce<Day | null>(
    (most, day) => (most && centsOf(most) >= centsOf(day) ? most : day),
    null,
  )
  return best && centsOf(best) > 0 ? best : null
}

export function centsOf({ revenue }: Day): number {
  return toCents(revenue) ?? 0
}

/** `2026-11-20` as `20 Nov`: the shop's days are UTC days, wherever one looks from. */
export function dayName(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? day : DAY.format(date)
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
