import { DAY_MS, now } from '#server/platform/clock.ts'
import type { ShopWrite } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import type { GatewayAnswer } from '../gateway.ts'
import type { Payments } from '../payments.ts'
import { updatePayment } from '../queries.ts'

/** How long after each decline a renewal is charged again, in milliseconds: on the third and the seventh day. */
const RETRIES_MS = [3 * DAY_MS, 4 * DAY_MS]

type Declined = { payment: PaymentRow; answer: GatewayAnswer & { outcome: 'declined' } }

/**
 * Decides whether a declined payment is charged again, stores when, and returns whether it is. A renewal is charged again at once
 * if the customer has saved another card since the declined one was charged. It is charged again twice within a week if the card may
 * work later, or if the bank asks the customer to confirm the payment. Tells the customer about each decline of a renewal, also
 * the last one.
 */
export async function scheduleRetry(
  payments: Payments,
  write: ShopWrite,
  { payment, answer: { reason, retry } }: Declined,
): Promise<boolean> {
  const { id, status, mandate_id, tries } = payment
  if (mandate_id === null || status !== 'pending') return false
  const wait = retry === undefined ? undefined : RETRIES_MS[tries ?? 0]
  const declined = { payment, reason, retry: retry ?? null, nextAt: wait === undefined ? null : now() + wait }
  const nextAt = await payments.onRenewalDeclined(write, declined)
  if (nextAt === null) return false
  await updatePayment(write.tx, id, {
    tries: (tries ?? 0) + 1,
    due_at: nextAt,
    begun_at: null,
    session: null,
    url: null,
    reason,
  })
  return true
}
