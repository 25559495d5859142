import { Problem } from '#contract/errors.ts'
import type { Ending } from '#server/orders/orders.ts'
import { complete } from './complete.ts'
import { isDeferred } from './payments.ts'
import type { PaymentOutcome, Payments } from './payments.ts'
import { lockPayment } from './refunds/queries.ts'

/**
 * Marks the payment of a waiting order as paid, because the admin `by` has received the money. Returns a problem if the
 * payment is already paid or was cancelled, or if its order is not one that is paid later.
 */
export function markPaid(
  payments: Payments,
  paymentId: string,
  { by, also }: Ending,
): Promise<PaymentOutcome | Problem> {
  return payments.database.write(async (write) => {
    // Of several admins who mark it as paid at the same time, the first one locks the payment.
    const attempt = await lockPayment(write.tx, paymentId)
    if (!attempt || !isDeferred(payments, attempt)) return new Problem('not-found')
    if (attempt.status !== 'pending') return new Problem('moved-meanwhile')
    const answer = { outcome: 'succeeded', reference: `marked by ${by}` } as const
    const outcome = await complete(payments, write, { attempt, answer })
    await also?.(write)
    return outcome
  })
}
