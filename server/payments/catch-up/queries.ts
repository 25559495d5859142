import type { Db } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import type { GatewayCharge } from '../gateway.ts'

export function findAttempts(db: Db, ids: string[]): Promise<PaymentRow[]> {
  return db.selectFrom('payments').selectAll().where('id', 'in', ids).execute()
}

/**
 * Inserts a charge for which the shop has no payment, as a failed payment without a customer. Its id is the gateway's reference.
 * Does nothing if it was inserted before.
 */
export async function insertUnknownCharge(
  tx: Db,
  gateway: string,
  { reference, amountCents, currency, fee, createdAt }: GatewayCharge,
): Promise<void> {
  const row: PaymentRow = {
    id: reference,
    idempotency_key: reference,
    user_id: '',
    kind: 'full',
    amount_cents: amountCents,
    gateway,
    status: 'failed',
    reference,
    reason: 'The shop has no order for this charge.',
    created_at: createdAt,
    settled_at: createdAt,
    session: null,
    url: null,
    has_checkout: 0,
    taken_stock: 0,
    fee_cents: fee?.cents ?? null,
    fee_currency: fee?.currency ?? null,
    currency,
    arrived_cents: null,
    arrived_currency: null,
    arrived_reference: null,
  }
  await tx
    .insertInto('payments')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Stores the fee of a charge with its payment, once. A refund does not change it, because Stripe keeps the fee. Changes
 * nothing if the payment has another charge or is still pending.
 */
export async function writeFee(
  tx: Db,
  gateway: string,
  { paymentId, reference, fee }: GatewayCharge,
): Promise<void> {
  if (!fee) return
  await tx
    .updateTable('payments')
    .set({ fee_cents: fee.cents, fee_currency: fee.currency })
    .where('id', '=', paymentId)
    .where('gateway', '=', gateway)
    .where('reference', '=', reference)
    .where('fee_cents', 'is', null)
    .execute()
}
