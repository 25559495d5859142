import { sql } from 'kysely'
import type { DeliveryState } from '#contract/values/states.ts'
import { number } from '#server/platform/tables/column.ts'

/**
 * The SQL expression for the progress of an order line: 0 if it is unpaid, and 1 to 4 for the delivery states of a
 * paid line. It must be the same expression as in the index in `db/migrations/0010_delivery.sql`. Otherwise the index
 * is not used.
 */
export const progress = number(
  sql`(CASE WHEN payment IS NULL THEN 0 WHEN delivery IS NULL THEN 1 WHEN delivery = 'Packed' THEN 2 WHEN delivery = 'Sent' THEN 3 ELSE 4 END)`,
)

export const progressOf: Record<DeliveryState, number> = { Ordered: 1, Packed: 2, Sent: 3, Delivered: 4 }
