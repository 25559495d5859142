import { now } from '#server/platform/clock.ts'
import type { ShopWrite } from '#server/shop-database.ts'
import type { DisputeRow, PaymentRow } from '#server/tables/payment-rows.ts'
import type { GatewayDispute } from '../gateway.ts'
import type { Payments } from '../payments.ts'
import { endDispute, insertDispute } from './queries.ts'

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
  const { id, status } = dispute
  const row: DisputeRow = {
    id,
    payment_id: payment.id,
    kind: dispute.kind,
    status,
    amount_cents: dispute.amountCents ?? payment.amount_cents,
    reason: dispute.reason,
    due_at: dispute.dueAt,
    created_at: dispute.createdAt,
    settled_at: status === 'open' ? null : now(),
    dismissed_at: null,
  }
  const isNews =
    (await insertDispute(write.tx, row)) || (status !== 'open' && (await endDispute(write.tx, row)))
  if (isNews) await onDisputed(write, { payment, dispute: row })
}
