import { Problem } from '#contract/errors.ts'
import type { DeliveryWay, SubscriptionChange } from '#contract/orders/subscriptions.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { deliveryPriceOf, isDelivered } from '#contract/values/orders/delivery-price.ts'
import { usableAddress } from '#server/checkout/addresses.ts'
import { priceInZone } from '#server/checkout/quote.ts'
import type { Db } from '#server/shop-database.ts'
import type { GiftData, SubscriptionRow } from '#server/tables/subscription-rows.ts'
import type { SubscribedCheckout } from '../place-renewal.ts'
import { planFrom } from '../schedule.ts'

/** `gift` is the `GiftData` as JSON of a subscription that was given. */
type Sent = Pick<SubscriptionRow, 'price_cents' | 'quantity'> & {
  weight_grams: number | null
  gift: string | null
}

/**
 * Returns the ways of delivery of the shop with what each costs for a delivery of a subscription, if nothing else goes with it. A
 * gift is a parcel to the country that was paid for, in a way that costs no more than the one that was paid for.
 */
export function waysFor(
  { methods }: Pick<SellingSettings, 'methods'>,
  { weight_grams, price_cents, quantity, gift }: Sent,
): DeliveryWay[] {
  const parcel = { weightGrams: (weight_grams ?? 0) * quantity, itemsTotal: price_cents * quantity }
  const ways = methods.map(({ id, name, kind, zones }) => ({
    _id: id,
    name,
    kind,
    zones: zones.map((zone) => ({ countries: zone.countries, price: priceInZone(zone, parcel) })),
  }))
  return gift === null ? ways : paidWays(ways, JSON.parse(gift))
}

function paidWays(ways: DeliveryWay[], { methodId, country }: GiftData): DeliveryWay[] {
  const priceOf = (way: DeliveryWay) => deliveryPriceOf(way, country)
  const paid = ways.find(({ _id }) => _id === methodId)
  const max = (paid && priceOf(paid)) ?? Number.POSITIVE_INFINITY
  return ways.flatMap((way) => {
    const price = priceOf(way)
    const isPaid = way.kind === 'parcel' && price !== null && price <= max
    return isPaid ? [{ ...way, zones: [{ countries: [country], price }] }] : []
  })
}

/**
 * Returns whether a subscription still comes. It does not once its way of delivery is gone from the shop. A gift may go on in its way
 * even if that costs more now, and cannot be chosen any more.
 */
export function canCome(
  settings: Pick<SellingSettings, 'methods'>,
  row: Omit<Sent, 'gift'>,
  destination: Parameters<typeof isDelivered>[1],
): boolean {
  return isDelivered(waysFor(settings, { ...row, gift: null }), destination)
}

/** Returns the day on which the next delivery of a subscription would be roasted, or null if it cannot come. */
export function nextRoastDay(
  settings: SellingSettings,
  row: Parameters<typeof canCome>[1] & Pick<SubscriptionRow, 'checkout' | 'next_on' | 'mandate_id'>,
): string | null {
  const destination: SubscribedCheckout = JSON.parse(row.checkout)
  return canCome(settings, row, destination) ? (planFrom(settings, row)?.roastOn ?? row.next_on) : null
}

async function readWays(tx: Db, settings: SellingSettings, wanted: SubscriptionRow): Promise<DeliveryWay[]> {
  const product = tx.selectFrom('products').select('weight_grams').where('id', '=', wanted.product_id)
  const { weight_grams } = await product.executeTakeFirstOrThrow()
  const gifts = tx.selectFrom('gifts').select('data').where('subscription_id', '=', wanted.id)
  const gift = await gifts.executeTakeFirst()
  return waysFor(settings, { ...wanted, weight_grams, gift: gift?.data ?? null })
}

type Wanted = {
  wanted: SubscriptionRow
  destination: SubscriptionChange['destination'] | undefined
}

/**
 * Returns what is stored as the checkout of a subscription, which may go elsewhere. Returns a problem if the address is not valid, or
 * if nothing is delivered there in this way.
 */
export async function checkoutFor(
  tx: Db,
  settings: SellingSettings,
  { wanted, destination }: Wanted,
): Promise<string | Problem> {
  if (!destination) return wanted.checkout
  const { methodId, address: sent } = destination
  const ways = await readWays(tx, settings, wanted)
  const way = ways.find(({ _id }) => _id === methodId)
  const address = way?.kind === 'parcel' && sent ? usableAddress(sent) : null
  if (address instanceof Problem) return address
  if (!way || deliveryPriceOf(way, address?.country ?? null) === null)
    return new Problem('cannot-be-delivered')
  const { note }: SubscribedCheckout = JSON.parse(wanted.checkout)
  // Deliveries are one parcel if this text is the same, so its parts stand in the same order everywhere.
  return JSON.stringify({ methodId, address, note } satisfies SubscribedCheckout)
}
