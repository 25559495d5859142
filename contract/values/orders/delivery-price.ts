/**
 * Returns the zone of a delivery method to which a country belongs. A zone that lists the country is preferred to the
 * zone for the rest of the world, which lists no countries. Returns null if the method does not deliver to the country.
 */
export function findZone<Z extends { countries: readonly string[] }>(
  { zones }: { zones: readonly Z[] },
  country: string,
): Z | null {
  const named = zones.find(({ countries }) => countries.includes(country))
  return named ?? zones.find(({ countries }) => countries.length === 0) ?? null
}

type DeliveryWay = {
  kind: 'parcel' | 'pickup'
  zones: readonly { countries: readonly string[]; price: number | null }[]
}

/** Returns what a way of delivery costs in a country, or null if nothing is delivered there. A pickup is free. */
export function deliveryPriceOf(way: DeliveryWay, country: string | null): number | null {
  if (way.kind === 'pickup') return 0
  return (country === null ? null : findZone(way, country)?.price) ?? null
}

/** Returns the country of the shop, or the first of those to which parcels are sent if it is not among them. */
export function firstCountry({
  countries,
  country,
}: {
  countries: readonly string[]
  country: string
}): string {
  return countries.includes(country) ? country : (countries[0] ?? country)
}

/**
 * Returns whether the way of delivery of a subscription still goes to its destination. It does not if the owner has removed the
 * way or the country, or if a parcel would have to be picked up.
 */
export function isDelivered(
  ways: readonly (DeliveryWay & { _id: string })[],
  { methodId, address }: { methodId: string; address: { country: string } | null },
): boolean {
  const way = ways.find(({ _id }) => _id === methodId)
  if (way === undefined || (way.kind === 'pickup' && address)) return false
  return deliveryPriceOf(way, address?.country ?? null) !== null
}
