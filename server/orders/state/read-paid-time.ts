import { wrongField } from '#contract/errors.ts'
import type { Problem } from '#contract/errors.ts'
import type { OrderMove } from '#contract/orders/order-details.ts'
import { dateIn } from '#contract/values/dates/date-texts.ts'
import { isDate } from '#contract/values/dates/is-date.ts'
import { formatMoney, toTotal } from '#contract/values/money.ts'
import { now } from '#server/platform/clock.ts'
import { readSelling } from '#server/selling/read-selling.ts'
import type { OrderRow } from '#server/tables.ts'
import type { Orders } from '../orders.ts'

/** What has arrived for an order, and on which day. */
export type PaidMoney = NonNullable<OrderMove['paid']>

/**
 * Returns when the money of an order arrived, in UTC milliseconds: at noon of that day in the shop's time zone, or null if
 * it was today. Returns a problem if the amount is not the total, because an order is paid as a whole, or if the day
 * is before that of the order or in the future.
 */
export async function readPaidTime(
  { database: { read }, currency: currencyOf }: Orders,
  { total_cents, created_at }: OrderRow,
  { amount, day }: PaidMoney,
): Promise<number | null | Problem> {
  const currency = await currencyOf()
  if (toTotal(amount, currency) !== total_cents)
    return wrongField(
      'amount',
      `must be ${formatMoney(total_cents, currency)}: an order is paid as a whole. Wait for what is missing, or return what is too much`,
    )
  const { timeZone } = await readSelling(read)
  const today = dateIn(timeZone, now())
  if (day === today) return null
  if (!isDate(day) || day > today || day < dateIn(timeZone, created_at))
    return wrongField('day', 'must be between the day of the order and today')
  const noon = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: '12:00' })
  return Math.max(noon.epochMilliseconds, created_at)
}
