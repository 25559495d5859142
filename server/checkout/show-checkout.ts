import type { PlacedCheckout } from '#contract/selling/checkout.ts'
import { Problem } from '#contract/errors.ts'
import type { Checkout } from '#contract/selling/settings.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { payNoteFor } from '#server/selling/pay-note.ts'
import type { CheckoutParts } from './check-out.ts'
import { findCheckout } from './queries.ts'

/**
 * Returns the checkout of the caller's payment (what the caller agreed to), and the number of the order if there is
 * one.
 */
export async function showCheckout(
  { database, selling }: Pick<CheckoutParts, 'database' | 'selling'>,
  { userId }: Caller,
  paymentId: string,
): Promise<PlacedCheckout | Problem> {
  const row = await findCheckout(database.read, { paymentId, userId })
  if (!row) return new Problem('not-found')
  const checkout: Checkout = JSON.parse(row.data)
  return {
    number: row.number,
    checkout,
    payLaterNote: payNoteFor(await selling.settings(), checkout.method.kind),
  }
}
