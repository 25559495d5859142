import type { SellingSettings } from '#contract/selling/settings.ts'
import { dayOfNext } from '#contract/values/orders/subscriptions.ts'
import { roastDayFrom } from '#server/checkout/roast-promise.ts'
import { now } from '#server/platform/clock.ts'
import { cutOffOn } from '#server/selling/cut-off.ts'
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
 * A delivery that is planned for the first roast day from `day` on. It can be changed until `closesAt`, when it is ordered.
 * What is ordered `cutOffAt` or later misses the roast day. Both are in UTC milliseconds.
 */
export type Planned = { day: string; roastOn: string; closesAt: number; cutOffAt: number }

type Paying = Pick<SubscriptionRow, 'mandate_id'> & Partial<Pick<SubscriptionRow, 'deliveries_left'>>
type Rhythm = Paying & Pick<SubscriptionRow, 'every_weeks'>

/**
 * Returns the delivery that is planned for a day: on the first roast day from then on. Days on which the shop is closed put
 * it off, and do not move the rhythm. Returns null if the shop has no roast days.
 */
export function planFrom(
  { roasting, timeZone }: Roasts,
  { mandate_id, deliveries_left = null, next_on }: Paying & Pick<SubscriptionRow, 'next_on'>,
): Planned | null {
  const day = roastDayFrom(roasting, Temporal.PlainDate.from(next_on))
  if (!day) return null
  const { cutOff } = roasting
  const waitsForTransfer = mandate_id === null && deliveries_left === null
  const days = waitsForTransfer ? CLOSES_DAYS.transfer : CLOSES_DAYS.card
  return {
    day: next_on,
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
    next_on = dayOfNext(next_on, subscription.every_weeks)
  }
  return days
}

/** How far ahead a delivery can be put off, in weeks. */
const MAX_PUT_OFF_WEEKS = 26

/** Returns the last day to which a delivery can be put off. */
export function lastDay(shop: Roasts): Temporal.PlainDate {
  return dateIn(shop, now()).add({ weeks: MAX_PUT_OFF_WEEKS })
}

/**
 * Returns the first day of a rhythm on which a delivery can still be changed. It is the day of the subscription itself if
 * that is not too late, or if the shop has no roast days.
 */
export function firstOpenDay(shop: Roasts, subscription: Rhythm & { next_on: string }): string {
  let day = subscription.next_on
  while (isClosed(shop, { ...subscription, next_on: day })) day = dayOfNext(day, subscription.every_weeks)
  return day
}

/** Returns the first day to which a delivery can be moved. */
export function firstFreeDay(shop: Roasts, paying: Paying): string {
  let day = dateIn(shop, now())
  while (isClosed(shop, { ...paying, next_on: day.toString() })) day = day.add({ days: 1 })
  return day.toString()
}

/** Returns the roast days to which a delivery can be moved. */
export function freeRoastDays(shop: Roasts, paying: Paying): string[] {
  const days: string[] = []
  const last = lastDay(shop)
  let day = roastDayFrom(shop.roasting, Temporal.PlainDate.from(firstFreeDay(shop, paying)))
  while (day && Temporal.PlainDate.compare(day, last) <= 0) {
    days.push(day.toString())
    day = roastDayFrom(shop.roasting, day.add({ days: 1 }))
  }
  return days
}

/** Returns whether it is too late to change the delivery that is planned for a day. */
export function isClosed(shop: Roasts, planned: Paying & Pick<SubscriptionRow, 'next_on'>): boolean {
  const { closesAt } = planFrom(shop, planned) ?? { closesAt: Number.POSITIVE_INFINITY }
  return closesAt <= now()
}

/** Returns the date in the shop's time zone, such as `2026-11-24`, of a time in UTC milliseconds. */
export function dateIn({ timeZone }: Pick<Roasts, 'timeZone'>, at: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate()
}
