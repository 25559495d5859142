import type { CheckoutResult } from '#contract/selling/checkout.ts'
import { Problem } from '#contract/errors.ts'
import type { Checkout } from '#contract/selling/settings.ts'
import type { PaymentOutcome } from '#server/payments/payments.ts'
import { declined } from '#server/payments/show-payment.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { Wanted } from './agreed-checkout.ts'
import { findCheckout } from './queries.ts'

type Outcome = {
  outcome: PaymentOutcome
  /** The id of the payment that this request has opened, or undefined if it opened none. */
  openedId?: string | undefined
  userId: string
  wanted: Wanted
}

/**
 * Converts the outcome of a payment for the response. If an earlier payment has reserved the lines, the customer goes
 * on with that one. A problem is returned if it is for another address, method, note or total, because the customer
 * would pay for something else than what was shown.
 */
export async function presentOutcome(
  { read }: ShopDatabase,
  { outcome, openedId, userId, wanted }: Outcome,
): Promise<CheckoutResult | Problem> {
  const { status, earlierId } = outcome
  if (status === 'failed') return declined(outcome)
  const paymentId = earlierId ?? openedId
  const result = { ...(paymentId !== undefined && { paymentId }) }
  if (status === 'succeeded')
    return { status: 'paid', ...result, ...(outcome.earlier && { alreadyPaid: true }) }
  if (earlierId !== undefined && !(await isFor(read, { paymentId: earlierId, userId, wanted })))
    return new Problem('being-paid')
  // The page of the payment says more: while it is not started, the customer can try again there.
  if (status === 'not-started') return { status: 'checking', ...result }
  return { status, ...result, ...(status === 'redirect' && { url: outcome.url }) }
}

type Earlier = { paymentId: string; userId: string; wanted: Wanted }

/** Returns whether the customer agreed to the same with an earlier payment. */
async function isFor(db: Db, { paymentId, userId, wanted }: Earlier): Promise<boolean> {
  const row = await findCheckout(db, { paymentId, userId })
  if (!row) return false
  const { method, address, note, total }: Checkout = JSON.parse(row.data)
  const wantedAddress = method.kind === 'parcel' ? wanted.address : null
  return (
    method.id === wanted.methodId &&
    JSON.stringify(address) === JSON.stringify(wantedAddress) &&
    note === wanted.note.trim() &&
    total === wanted.total
  )
}
