import type { Grinds } from '#contract/cart.ts'
import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import type { SellingSettings, VersionedSelling } from '#contract/selling/settings.ts'
import { PAYMENT_WAYS } from '#contract/selling/gateways.ts'
import type { PaymentWay } from '#contract/selling/gateways.ts'
import type { SubscriptionOffer } from '#contract/values/orders/subscriptions.ts'
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
 * Returns what subscribers get, or null if nobody can subscribe: the owner offers it, the shop has roast days, delivers, and
 * takes money.
 */
export function subscriptionOffer(
  { subscriptions, roasting, methods }: Pick<SellingSettings, 'subscriptions' | 'roasting' | 'methods'>,
  paysAtOnce: boolean,
): SubscriptionOffer | null {
  const { isOffered, percentOff } = subscriptions
  const isPossible = roasting.weekdays.length > 0 && methods.length > 0 && !paysAtOnce
  return isOffered && isPossible ? { percentOff } : null
}

/** Returns what can be chosen for every coffee. */
export function choicesFor(
  settings: Pick<SellingSettings, 'grinds' | 'subscriptions' | 'roasting' | 'methods'>,
  paysAtOnce: boolean,
): Omit<Grinds, 'last'> {
  const subscriptions = subscriptionOffer(settings, paysAtOnce)
  return { grinds: settings.grinds, ...(subscriptions && { subscriptions }) }
}

/** Returns the ways to pay that the owner offers. `byDefault` is the gateway of a shop whose owner has not chosen. */
export function offeredWays({ ways }: Pick<SellingSettings, 'ways'>, byDefault: string): PaymentWay[] {
  if (ways.length > 0) return PAYMENT_WAYS.filter((way) => ways.includes(way))
  return PAYMENT_WAYS.filter((way) => (way === 'stripe') === (byDefault === 'stripe'))
}

/** Returns the owner's text about a way to pay. It may be empty. */
export function payNoteFor(
  { cardNote, payLaterNote, payAtPickupNote }: SellingSettings,
  gateway: string,
): string {
  if (gateway === 'stripe') return cardNote
  return ['pickup', 'cash', 'reader'].includes(gateway) ? payAtPickupNote : payLaterNote
}
