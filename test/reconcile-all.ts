import { catchUp } from '#server/payments/catch-up/catch-up.ts'
import type { Payments } from '#server/payments/payments.ts'
import { reconcile } from '#server/payments/reconcile.ts'

/** Asks the gateways about everything that is open, and reads all their lists. */
export async function reconcileAll(payments: Payments): Promise<void> {
  await reconcile(payments, 0)
  payments.longListsDueAt.clear()
  await catchUp(payments)
}
