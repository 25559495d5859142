import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import type { SellingSettings, VersionedSelling } from '#contract/selling/settings.ts'
import type { DeliveryKind } from '#contract/values/states.ts'
import { readOptionalSetting } from '#server/shop/stored-settings.ts'
import type { Db } from '#server/shop-database.ts'

/** The name of the row in `shop_settings` that holds the settings for selling. */
export const SELLING = 'selling'

/** Reads the settings for delivery, roasting and tax. Returns the defaults if no admin has saved any settings. */
export async function readSelling(db: Db): Promise<SellingSettings> {
  return (await readVersioned(db)).settings
}

/** Reads the settings with their version, the time of the last change. It is 0 for settings that were never saved. */
export async function readVersioned(db: Db): Promise<VersionedSelling> {
  const { value: saved, version } = await readOptionalSetting<Partial<SellingSettings>>(db, SELLING)
  // Earlier versions of this program had one text for all orders that are paid later.
  const payAtPickupNote = saved?.payLaterNote ?? DEFAULT_SELLING.payAtPickupNote
  return { settings: { ...DEFAULT_SELLING, payAtPickupNote, ...saved }, version }
}

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
