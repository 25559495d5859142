import type { ShopWrite } from '#server/shop-database.ts'
import type { PaymentRow, RefundRow } from '#server/tables/payment-rows.ts'
import type { RefundedCharge } from '../gateway.ts'
import type { Payments } from '../payments.ts'
import { insertRefund, sumRefunds } from './queries.ts'

type Noted = { payment: PaymentRow; charge: RefundedCharge }

/**
 * Adds what was refunded at the gateway and not by this shop, for example by the owner on the gateway's website.
 * Pending refunds are counted too, because the gateway may have made them already. The payment must be locked. Returns
 * whether there was anything to add.
 */
export async function noteRefunds(
  payments: Payments,
  write: ShopWrite,
  { payment, charge }: Noted,
): Promise<boolean> {
  const known = await sumRefunds(write.tx, payment.id, ['pending', 'succeeded'])
  const amount_cents = Math.min(charge.refundedCents, payment.amount_cents) - known
  if (amount_cents <= 0) return false
  const refund = await insertRefund(write.tx, {
    payment_id: payment.id,
    amount_cents,
    created_by: null,
    status: 'succeeded',
    reference: charge.reference,
  })
  await tellOfRefund(payments, write, { payment, refund })
  return true
}

/**
 * Calls `onRefunded` for a refund that has succeeded. Money that arrived for a failed payment belongs to no order, so
 * its refund is left out.
 */
export async function tellOfRefund(
  { onRefunded }: Payments,
  write: ShopWrite,
  { payment, refund }: { payment: PaymentRow; refund: RefundRow },
): Promise<void> {
  if (payment.status !== 'succeeded') return
  const refundedCents = await sumRefunds(write.tx, payment.id, ['succeeded'])
  await onRefunded(write, { payment, refund, refundedCents })
}
