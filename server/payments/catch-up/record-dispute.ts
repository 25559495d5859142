import { now } from '#server/platform/clock.ts'
import type { ShopWrite } from '#server/shop-database.ts'
import type { DisputeRow, PaymentRow } from '#server/tables/payment-rows.ts'
import type { GatewayDispute } from '../gateway.ts'
import type { Payments } from '../payments.ts'

type Reported = { payment: PaymentRow; dispute: GatewayDispute }

/**
 * Writes a dispute of a payment, or its end. Events can arrive in another order, so a dispute that has ended is not
 * opened again. Calls `onDisputed` if the dispute is new or has ended now.
 */
export async function recordDispute(
  { onDisputed }: Payments,
  write: ShopWrite,
  { payment, dispute }: Reported,
): Promise<void> {
  const { id, kind, status, reason, due_at, created_at } = dispute
  const row: DisputeRow = {
    id,
    kind,
    status,
    reason,
    due_at,
    created_at,
    payment_id: payment.id,
    amount_cents: dispute.amount_cents ?? payment.amount_cents,
    settled_at: status === 'open' ? null : now(),
    dismissed_at: null,
  }
  const inserted = await write.tx
    .insertInto('disputes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  const isNews = inserted !== undefined || (status !== 'open' && (await endDispute(write, row)))
  if (isNews) await onDisputed(write, { payment, dispute: row })
}

/** Ends an open dispute, which is then on the payment desk again. Returns false if it has ended before. */
async function endDispute({ tx }: ShopWrite, { id, status, settled_at }: DisputeRow): Promise<boolean> {
  const row = await tx
    .updateTable('disputes')
    .set({ status, settled_at, dismissed_at: null })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
