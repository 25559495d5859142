import { Problem } from '#contract/errors.ts'
import type { Ending } from '#server/orders/orders.ts'
import { complete } from './complete.ts'
import { isDeferred } from './payments.ts'
import type { PaymentOutcome, Payments } from './payments.ts'
import { findAttempt } from './queries.ts'

/**
 * Marks the payment of a waiting order as paid, because the admin `by` has received the money. A
 * payment that is already paid is not changed. Returns a problem if the payment was cancelled, or if its order is not
 * one that is paid later.
 */
export function markPaid(
  payments: Payments,
  paymentId: string,
  { by, also }: Ending,
): Promise<PaymentOutcome | Problem> {
  return payments.database.write(async (write) => {
    const attempt = await findAttempt(write.tx, paymentId)
    if (!attempt || !isDeferred(payments, attempt)) return new Problem('not-found')
    const answer = { outcome: 'succeeded', reference: `marked by ${by}` } as const
    const outcome = await complete(payments, write, { attempt, answer })
    if (outcome.status === 'failed') return new Problem('moved-meanwhile')
    await also?.(write)
    return outcome
  })
}
