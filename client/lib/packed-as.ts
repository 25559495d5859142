import { formatMoney, toTotal } from '#contract/values/money.ts'
import { grams } from '#contract/values/orders/grams.ts'

/**
 * Returns how a product is packed, such as `250 g · Espresso`, or null if neither the weight nor the grind is known.
 * `weight` is in grams.
 */
export function packedAs({
  weight,
  grind,
}: {
  weight?: number | undefined
  grind?: string | undefined
}): string | null {
  const parts = [weight === undefined ? null : grams(weight), grind ?? null].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(' · ')
}

const KILO = 1000

/** Returns the price of a kilogram, such as `$71.80/kg`, or null if the weight is unknown. `weight` is in grams. */
export function pricePerKilo(
  { price, weight }: { price: string; weight?: number | undefined },
  currency: string,
): string | null {
  const minor = toTotal(price, currency)
  if (minor === null || !weight) return null
  return `${formatMoney(Math.round((minor * KILO) / weight), currency)}/kg`
}
