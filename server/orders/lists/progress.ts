import { sql } from 'kysely'
import type { DeliveryState } from '#contract/values/states.ts'
import { number } from '#server/platform/tables/column.ts'

/**
 * The progress of a line as a number: 0 if it is unpaid, else the position of its delivery state. The expression must
 * be equal to the one of the index in `db/migrations/0010_delivery.sql`. Otherwise the index is not used.
 */
export const progress = number(
  sql`(CASE WHEN payment IS NULL THEN 0 WHEN delivery IS NULL THEN 1 WHEN delivery = 'Packed' THEN 2 WHEN delivery = 'Sent' THEN 3 ELSE 4 END)`,
)

export const progressOf: Record<DeliveryState, number> = { Ordered: 1, Packed: 2, Sent: 3, Delivered: 4 }
