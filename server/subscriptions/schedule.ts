import type { SellingSettings } from '#contract/selling/settings.ts'
import { cutOffOn, roastDayFrom } from '#server/checkout/roast-promise.ts'
import type { SubscriptionRow } from '#server/tables/subscription-rows.ts'

type Roasts = Pick<SellingSettings, 'roasting' | 'timeZone'>

/**
 * How many days before the cut-off of its roast day a delivery is ordered. A transfer needs longer to arrive than a charge
 * of a card.
 */
const CLOSES_DAYS = { card: 2, transfer: 7 } as const

/** No delivery is ordered more days before its `next_on` than this. */
export const MAX_AHEAD_DAYS = CLOSES_DAYS.transfer

/**
 * A delivery that is planned for a roast day. It can be changed until `closesAt`, when it is ordered. What is ordered
 * `cutOffAt` or later misses the roast day. Both are in UTC milliseconds.
 */
export type Planned = { roastOn: string; closesAt: number; cutOffAt: number }

type Rhythm = Pick<SubscriptionRow, 'mandate_id' | 'every_weeks'>

/**
 * Returns the delivery that is planned for a day: on the first roast day from then on. Days on which the shop is closed put
 * it off, and do not move the rhythm. Returns null if the shop has no roast days.
 */
export function planFrom(
  { roasting, timeZone }: Roasts,
  { mandate_id, next_on }: Pick<SubscriptionRow, 'mandate_id' | 'next_on'>,
): Planned | null {
  const day = roastDayFrom(roasting, Temporal.PlainDate.from(next_on))
  if (!day) return null
  const { cutOff } = roasting
  const days = mandate_id === null ? CLOSES_DAYS.transfer : CLOSES_DAYS.card
  return {
    roastOn: day.toString(),
    closesAt: cutOffOn(day.subtract({ days }), { cutOff, timeZone }),
    cutOffAt: cutOffOn(day, { cutOff, timeZone }),
  }
}

/** Returns the deliveries that are planned next, `count` of them. */
export function planNext(shop: Roasts, subscription: Rhythm & { next_on: string }, count: number): Planned[] {
  const days: Planned[] = []
  let { next_on } = subscription
  for (let left = count; left > 0; left -= 1) {
    const planned = planFrom(shop, { ...subscription, next_on })
    if (planned && planned.roastOn !== days.at(-1)?.roastOn) days.push(planned)
    next_on = dayAfter(next_on, subscription)
  }
  return days
}

/** Returns the day of the delivery after the one of this day. */
export function dayAfter(day: string, { every_weeks }: Pick<Rhythm, 'every_weeks'>): string {
  return Temporal.PlainDate.from(day).add({ weeks: every_weeks }).toString()
}

/** Returns the date in the shop's time zone, such as `2026-11-24`, of a time in UTC milliseconds. */
export function dateIn({ timeZone }: Pick<Roasts, 'timeZone'>, at: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate()
}
