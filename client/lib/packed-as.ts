import { rhythmText } from '#contract/values/orders/subscriptions.ts'
import { grams } from '#contract/values/orders/grams.ts'

/**
 * Returns how a product is packed and how often it comes, such as `250 g · Espresso · every 2 weeks`, or null if nothing of it
 * is known. `weight` is in grams.
 */
export function packedAs({
  weight,
  grind,
  everyWeeks,
  roastersChoice,
}: {
  weight?: number | undefined
  grind?: string | undefined
  everyWeeks?: number | undefined
  roastersChoice?: boolean | undefined
}): string | null {
  const parts = [
    weight === undefined ? null : grams(weight),
    grind ?? null,
    everyWeeks === undefined
      ? null
      : rhythmText(everyWeeks, roastersChoice).replaceAll(/ (?=\d|week)/g, '\u00A0'),
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(' · ')
}
