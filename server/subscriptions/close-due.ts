import { sql } from 'kysely'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { SubscriptionRow } from '#server/tables/subscription-rows.ts'
import { orderDelivery } from './order-delivery.ts'
import type { Closing, Parts } from './order-delivery.ts'
import { dateIn, MAX_AHEAD_DAYS, planFrom } from './schedule.ts'

/** How many subscriptions are read at a time. */
const PAGE = 500

/**
 * Orders the planned deliveries that can no longer be changed. All that a person gets at one place on one roast day, charged
 * to one card, become one order. When `signal` is aborted, no further ones are ordered. If some could not be ordered, an
 * error is thrown at the end, and the next call tries them again. With `missesAll`, none is ordered, and all are `missed`.
 * Returns the number of orders, or of what could have been orders.
 */
export async function closeDue(
  parts: Parts,
  { signal, missesAll = false }: { signal?: AbortSignal; missesAll?: boolean } = {},
): Promise<number> {
  const settings = await parts.selling.settingsNow()
  const errors: unknown[] = []
  let count = 0
  let after: SubscriptionRow | undefined
  do {
    const page = await listSoon(parts.payments.database.read, settings, after)
    after = page.length === PAGE ? page.at(-1) : undefined
    for (const closing of closingNow(settings, page)) {
      if (signal?.aborted) return count
      count += 1
      await orderDelivery(parts, settings, { ...closing, isMissed: missesAll }).catch((error: unknown) =>
        errors.push(error),
      )
    }
  } while (after)
  if (errors.length > 0) throw new AggregateError(errors, 'Some deliveries could not be ordered.')
  return count
}

function listSoon(
  db: Db,
  settings: SellingSettings,
  after: SubscriptionRow | undefined,
): Promise<SubscriptionRow[]> {
  const last = dateIn(settings, now()).add({ days: MAX_AHEAD_DAYS + 1 })
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('state', '=', sql.lit('active' as const))
    .where('next_on', '<=', last.toString())
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('next_on', 'id'), '>', tuple(after?.next_on ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('next_on')
    .orderBy('id')
    .limit(PAGE)
    .execute()
}

/** Returns the deliveries that must be ordered now, by order. */
function closingNow(
  settings: SellingSettings,
  subscriptions: SubscriptionRow[],
): Omit<Closing, 'isMissed'>[] {
  const due = subscriptions.flatMap((subscription) => {
    const planned = planFrom(settings, subscription)
    return planned && planned.closesAt <= now() ? [{ subscription, planned }] : []
  })
  const groups = Map.groupBy(due, ({ subscription, planned }) => {
    const { user_id, mandate_id, checkout } = subscription
    return JSON.stringify([user_id, mandate_id, checkout, planned.roastOn])
  })
  return [...groups.values()].flatMap((group) => {
    const [one] = group
    return one ? [{ planned: one.planned, subscriptions: group.map(({ subscription }) => subscription) }] : []
  })
}
