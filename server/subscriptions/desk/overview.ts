import { sql } from 'kysely'
import type {
  JoinedSubscription,
  MissedDelivery,
  SubscriptionsOverview,
} from '#contract/orders/subscriptions-desk.ts'
import { MAX_LISTED } from '#contract/values/limits.ts'
import { shownEmail } from '#contract/values/mails.ts'
import { DAY_MS, now } from '#server/platform/clock.ts'
import { countRows } from '#server/platform/tables/count-rows.ts'
import type { Db } from '#server/shop-database.ts'
import type { Present } from '#server/tables/subscription-rows.ts'
import { parcelKey } from '../order-delivery.ts'
import type { Parts } from '../order-delivery.ts'
import { listDue } from './list-due.ts'
import { coffeeOf, selectNamed } from './list-subscriptions.ts'
import type { NamedSubscription } from './list-subscriptions.ts'

const DAYS_OF_CHANGES = 30

/** How many changes of a kind are listed. */
const MAX_CHANGES = 6

/** Returns what the owner wants to know of the subscriptions. */
export async function readOverview({ payments, selling }: Parts): Promise<SubscriptionsOverview> {
  const db = payments.database.longRead
  const settings = await selling.settingsNow()
  const since = now() - DAYS_OF_CHANGES * DAY_MS
  const named = selectNamed(db)
  const joined = named.where('created_at', '>=', since).orderBy('created_at', 'desc').orderBy('id', 'desc')
  const paused = named.where('state', '=', sql.lit('paused' as const)).orderBy('id', 'desc')
  const left = named.where('ended_at', '>=', since).orderBy('ended_at', 'desc').orderBy('id', 'desc')
  return {
    isOffered: settings.subscriptions.isOffered,
    ...(await listDue(payments.database, settings)),
    joined: await listChanges(db, joined, ({ created_at }) => ({ at: created_at, reason: null })),
    paused: await listChanges(db, paused, () => ({ at: null, reason: null })),
    left: await listChanges(db, left, ({ ended_at, ended_reason }) => ({
      at: ended_at,
      reason: ended_reason,
    })),
    missed: await listMissed(db),
    soldOutPresents: await listSoldOutPresents(db),
  }
}

type When = Pick<JoinedSubscription, 'at' | 'reason'>

async function listChanges(
  db: Db,
  changed: ReturnType<typeof selectNamed>,
  whenOf: (row: NamedSubscription) => When,
) {
  const rows = await changed.limit(MAX_CHANGES).execute()
  const count = rows.length < MAX_CHANGES ? rows.length : await countRows(db, changed.clearOrderBy())
  const newest = rows.map((row) => {
    const { id, name, email } = row
    return { _id: id, name, email: shownEmail(email), coffee: coffeeOf(row), ...whenOf(row) }
  })
  return { count, newest }
}

/** Lists what was missed, the oldest first. What a person should have got in one parcel is one entry. */
async function listMissed(db: Db): Promise<MissedDelivery[]> {
  const rows = await selectNamed(db)
    .innerJoin('deliveries', 'deliveries.subscription_id', 'subscriptions.id')
    .where('deliveries.state', '=', sql.lit('missed' as const))
    .select('deliveries.roast_on')
    .orderBy('deliveries.roast_on')
    .orderBy('subscriptions.id')
    .limit(MAX_LISTED)
    .execute()
  const parcels = Map.groupBy(rows, (row) => parcelKey(row, row.roast_on))
  return [...parcels.values()].flatMap((parcel) => {
    const [one] = parcel
    if (!one) return []
    return {
      _id: one.id,
      day: one.roast_on,
      name: one.name,
      email: shownEmail(one.email),
      coffees: parcel.map((row) => `${row.quantity} × ${coffeeOf(row)}`),
      canSend: parcel.some(({ state }) => state === 'active'),
    }
  })
}

/** Lists the subscriptions whose present was left out of a delivery because it was sold out or made the parcel too heavy. */
async function listSoldOutPresents(db: Db): Promise<SubscriptionsOverview['soldOutPresents']> {
  const rows = await selectNamed(db)
    .where('present', 'is not', null)
    .where('state', '!=', 'ended')
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute()
  return rows.flatMap(({ id, name, email, present }) => {
    const { soldOutOn: day }: Present = JSON.parse(present ?? '{}')
    return day ? [{ _id: id, name, email: shownEmail(email), day }] : []
  })
}
