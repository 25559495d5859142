import type { SellingSettings } from '#contract/selling/settings.ts'
import type { DeliveryKind } from '#contract/values/states.ts'

/**
 * Returns the owner's text that tells a customer how to pay an order that is paid later. It may be empty. An order
 * without a checkout counts as a parcel.
 */
export function payNoteFor(
  { payLaterNote, payAtPickupNote }: SellingSettings,
  kind: DeliveryKind | undefined,
): string {
  return kind === 'pickup' ? payAtPickupNote : payLaterNote
}
