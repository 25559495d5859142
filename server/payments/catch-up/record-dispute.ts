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
  { payment, dispute: { id, kind, status, amountCents, reason, dueAt, createdAt } }: Reported,
): Promise<void> {
  const row: DisputeRow = {
    id,
    payment_id: payment.id,
    kind,
    status,
    amount_cents: amountCents ?? payment.amount_cents,
    reason,
    due_at: dueAt,
    created_at: createdAt,
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
