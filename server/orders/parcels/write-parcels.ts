import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { Checkout } from '#contract/selling/settings.ts'
import type { ParcelService } from '#contract/values/exports.ts'
import { toAmountText } from '#contract/values/money.ts'
import { csvOf } from '#server/platform/tables/export-csv.ts'
import type { Db } from '#server/shop-database.ts'
import { parcelFiles } from './parcel-columns.ts'
import type { Parcel } from './parcel-columns.ts'

/* Orders to pack, and packed ones. The states are written into the SQL text, so that the partial indexes are used. */
const TO_SEND = [
  sql<SqlBool>`orders.state = 'paid'`,
  sql<SqlBool>`orders.state IN ('packed', 'sent', 'ready') AND orders.state = 'packed'`,
]

const BATCH_SIZE = 100

/**
 * Writes the orders that have to be sent as parcels for a parcel service, oldest first. Orders from which the customer has
 * withdrawn are left out. The weight is that of the coffees, without their packaging.
 */
export function writeParcels(db: Db, service: ParcelService, currency: string): Readable {
  const { columns, style } = parcelFiles[service]
  return csvOf(columns, parcelsToSend(db, currency), style)
}

async function* parcelsToSend(db: Db, currency: string): AsyncGenerator<Parcel[]> {
  for (const isToSend of TO_SEND) {
    for (let last = ''; ;) {
      const rows = await db
        .selectFrom('orders')
        .innerJoin('checkouts', 'checkouts.payment_id', 'orders.payment_id')
        .select(['orders.id', 'orders.number', 'orders.created_at', 'orders.email', 'checkouts.data'])
        .where(isToSend)
        .where('orders.id', '>', last)
        .where('orders.withdrawn_at', 'is', null)
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

type ParcelRow = { number: number; created_at: number; email: string; data: string }

function toParcel({ number, created_at, email, data }: ParcelRow, currency: string): Parcel[] {
  const { address, weightGrams: grams, total }: Checkout = JSON.parse(data)
  if (!address) return []
  return [
    { number, orderedAt: created_at, email, address, grams, total: toAmountText(total, currency), currency },
  ]
}
