import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { Checkout } from '#contract/selling/settings.ts'
import { shownEmail } from '#contract/values/mails.ts'
import type { ParcelService } from '#contract/values/exports.ts'
import { toAmountText } from '#contract/values/money.ts'
import { csvOf } from '#server/platform/tables/export-csv.ts'
import type { Db } from '#server/shop-database.ts'
import { isPaid } from '../packing/pick-list.ts'
import { disputeKind } from '../queries.ts'
import { parcelFiles } from './parcel-columns.ts'
import type { Parcel } from './parcel-columns.ts'

/* Orders to pack, and packed ones. The states are written into the SQL text, so that the partial indexes are used. */
const TO_SEND = [
  isPaid,
  sql<SqlBool>`orders.state IN ('packed', 'sent', 'ready') AND orders.state = 'packed'`,
]

/** Whether an order has a coffee without a weight, so that the weight of the parcel is not known. */
const hasUnweighed = sql<number>`(CASE WHEN EXISTS (SELECT 1 FROM cart_items
  WHERE cart_items.payment_id = orders.payment_id AND cart_items.weight_grams IS NULL) THEN 1 ELSE 0 END)`

const BATCH_SIZE = 100

/**
 * Writes the orders that have to be sent as parcels for a parcel service, oldest first. Orders from which the customer has
 * withdrawn, and those with a dispute or a warning of fraud, are left out. The weight is that of the coffees, without their
 * packaging. For a packer, the cells for values and email addresses are empty.
 */
export function writeParcels(db: Db, { service, currency, isForPacker }: ParcelsFile): Readable {
  const { columns, style } = parcelFiles[service]
  return csvOf(columns, parcelsToSend(db, isForPacker ? null : currency), style)
}

type ParcelsFile = { service: ParcelService; currency: string; isForPacker: boolean }

async function* parcelsToSend(db: Db, currency: string | null): AsyncGenerator<Parcel[]> {
  for (const isToSend of TO_SEND) {
    for (let last = ''; ;) {
      const rows = await db
        .selectFrom('orders')
        .innerJoin('checkouts', 'checkouts.payment_id', 'orders.payment_id')
        .select(['orders.id', 'orders.number', 'orders.created_at', 'orders.email', 'checkouts.data'])
        .select(hasUnweighed.as('has_unweighed'))
        .where(isToSend)
        .where('orders.id', '>', last)
        .where('orders.withdrawn_at', 'is', null)
        .where(disputeKind, 'is', null)
        .where('checkouts.method_kind', '=', 'parcel')
        .orderBy('orders.id')
        .limit(BATCH_SIZE)
        .execute()
      yield rows.flatMap((row) => toParcel(row, currency))
      if (rows.length < BATCH_SIZE) break
      last = rows.at(-1)?.id ?? ''
    }
  }
}

type ParcelRow = {
  number: number
  created_at: number
  email: string
  data: string
  has_unweighed: number
}

function toParcel(
  { number, created_at, email, data, has_unweighed }: ParcelRow,
  currency: string | null,
): Parcel[] {
  const { address, weightGrams, total }: Checkout = JSON.parse(data)
  if (!address) return []
  const ofAll = { number, orderedAt: created_at, address, grams: has_unweighed ? null : weightGrams }
  if (currency === null) return [{ ...ofAll, email: '', total: '', currency: '' }]
  return [{ ...ofAll, email: shownEmail(email), total: toAmountText(total, currency), currency }]
}
