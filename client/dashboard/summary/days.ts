import type { DashboardSummary } from '#contract/dashboard.ts'
import { axisDayText } from '#contract/values/dates/date-texts.ts'
import { toTotal } from '#contract/values/money.ts'

export type Day = DashboardSummary['days'][number]

type Amount = 'revenue' | 'refunded'

/** Returns the sum of an amount of all days, in the smallest unit of the currency. */
export function totalOf<A extends Amount>(days: Pick<Day, A>[], amount: A, currency: string): number {
  return days.reduce((sum, day) => sum + centsOf(day[amount], currency), 0)
}

/** Returns the day with the highest revenue, or null if there was no revenue at all. */
export function bestOf<D extends Pick<Day, 'revenue'>>(days: D[], currency: string): D | null {
  const cents = ({ revenue }: D) => centsOf(revenue, currency)
  const best = days.reduce<D | null>((max, day) => (max && cents(max) >= cents(day) ? max : day), null)
  return best && cents(best) > 0 ? best : null
}

/** Returns an amount such as `12.50` in the smallest unit of the currency. */
export function centsOf(amount: string, currency: string): number {
  return toTotal(amount, currency) ?? 0
}

/**
 * Formats a day such as `2026-11-20` as `20 Nov` or `Nov 20`. They are days of the shop, so the user's time
 * zone does not matter.
 */
export function dayName(day: string): string {
  return Number.isNaN(Date.parse(day)) ? day : axisDayText(day)
}

/**
 * The position and size of a bar in a chart. The chart is 1 high, the column of each bar is 1 wide, and y is 0 at the
 * top of the chart.
 */
export type Bar = { x: number; y: number; width: number; height: number }

const BAR_WIDTH = 0.72

/** Returns a bar for each value. The bar of the highest value is as high as the chart. Values must not be negative. */
export function barsOf(values: number[]): Bar[] {
  const max = Math.max(0, ...values)
  return values.map((value, index) => {
    const height = max > 0 ? Math.max(0, value / max) : 0
    return { x: index + (1 - BAR_WIDTH) / 2, y: 1 - height, width: BAR_WIDTH, height }
  })
}
