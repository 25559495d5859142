import type { DeliveryMethod, DeliveryZone } from '#contract/selling/settings.ts'

/** The values that decide the price of a delivery. `itemsTotal` is in the smallest unit of the shop's currency. */
export type Parcel = { country: string; weightGrams: number; itemsTotal: number }

/** A delivery method that is possible for an order, with its price and the zone that the order goes to. */
export type PossibleMethod = { method: DeliveryMethod; price: number; zone: DeliveryZone | null }

/**
 * Returns the delivery methods that are possible for an order, in the order in which the owner lists them. A pickup is
 * always possible and free, and has no zone. Without a country, only pickups are possible.
 */
export function possibleMethods(
  methods: readonly DeliveryMethod[],
  parcel: Omit<Parcel, 'country'> & { country: string | null },
): PossibleMethod[] {
  return methods.flatMap((method) => {
    if (method.kind === 'pickup') return [{ method, price: 0, zone: null }]
    const { country } = parcel
    if (country === null) return []
    const zone = findZone(method, country)
    const price = zone && priceInZone(zone, parcel)
    return price === null ? [] : [{ method, price, zone }]
  })
}

/**
 * Returns the zone of a delivery method to which a country belongs. A zone that lists the country is preferred to the
 * zone for the rest of the world, which lists no countries. Returns null if the method does not deliver to the country.
 */
export function findZone({ zones }: Pick<DeliveryMethod, 'zones'>, country: string): DeliveryZone | null {
  const named = zones.find(({ countries }) => countries.includes(country))
  return named ?? zones.find(({ countries }) => countries.length === 0) ?? null
}

/**
 * Returns what a delivery costs, in the smallest unit of the shop's currency. Returns null if the order is heavier than
 * the last weight step of the rate, even if its items cost enough for free delivery.
 */
export function priceInZone(
  { rate, freeFrom }: DeliveryZone,
  { weightGrams, itemsTotal }: Omit<Parcel, 'country'>,
): number | null {
  const price =
    rate.type === 'flat'
      ? rate.price
      : (rate.steps.find(({ upToGrams }) => weightGrams <= upToGrams)?.price ?? null)
  if (price === null) return null
  return freeFrom !== null && itemsTotal >= freeFrom ? 0 : price
}
