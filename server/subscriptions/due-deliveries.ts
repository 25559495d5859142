import { sql } from 'kysely'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { dayOfNext } from '#contract/values/orders/subscriptions.ts'
import type { Db } from '#server/shop-database.ts'
import type { SubscriptionRow } from '#server/tables/subscription-rows.ts'
import { parcelKey } from './order-delivery.ts'
import type { Closing } from './order-delivery.ts'
import { dateIn, MAX_AHEAD_DAYS, planFrom } from './schedule.ts'
import type { Planned } from './schedule.ts'

/** How many subscriptions are read at a time. */
const PAGE = 500

/** Yields the deliveries that can no longer be changed at a time in UTC milliseconds, by order. */
export async function* dueDeliveries(
  db: Db,
  settings: SellingSettings,
  at: number,
): AsyncGenerator<Closing, void> {
  const due: Due[] = []
  let after: SubscriptionRow | undefined
  do {
    const page = await listSoon(db, { settings, at, after })
    after = page.length === PAGE ? page.at(-1) : undefined
    due.push(...dueOf(settings, page, at))
  } while (after)
  yield* byOrder(due)
}

type Due = { subscription: SubscriptionRow; planned: Planned }

type Soon = { settings: SellingSettings; at: number; after: SubscriptionRow | undefined }

function listSoon(db: Db, { settings, at, after }: Soon): Promise<SubscriptionRow[]> {
  const last = dateIn(settings, at).add({ days: MAX_AHEAD_DAYS + 1 })
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

/** Returns for each subscription the deliveries that were missed, and the first one that can be ordered. */
function dueOf(settings: SellingSettings, subscriptions: SubscriptionRow[], at: number): Due[] {
  return subscriptions.flatMap((subscription) => {
    const due: Due[] = []
    for (let { next_on } = subscription; ; next_on = dayOfNext(next_on, subscription.every_weeks)) {
      const planned = planFrom(settings, { ...subscription, next_on })
      if (!planned || planned.closesAt > at) return due
      due.push({ subscription: { ...subscription, next_on }, planned })
      if (planned.cutOffAt > at) return due
    }
  })
}

/** Returns the deliveries by order, in the order of their roast days, so that those of a subscription follow one another. */
function byOrder(due: Due[]): Closing[] {
  const groups = Map.groupBy(due, ({ subscription, planned }) => parcelKey(subscription, planned.roastOn))
  const closings = [...groups.values()].flatMap((group) => {
    const [one] = group
    return one ? [{ planned: one.planned, subscriptions: group.map(({ subscription }) => subscription) }] : []
  })
  return closings.toSorted((a, b) => a.planned.roastOn.localeCompare(b.planned.roastOn))
}
