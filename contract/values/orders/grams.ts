import { formatMoney, toTotal } from '../money.ts'

const KILO = 1000

/** Formats a weight for display: `250` becomes `250 g`, and `1500` becomes `1.5 kg`. The space does not end a line. */
export function grams(weight: number): string {
  return weight < KILO ? `${weight}\u00a0g` : `${weight / KILO}\u00a0kg`
}

/** Returns the name of a product with its weight in grams, such as `Lungo, 250 g`. Many names have the weight already. */
export function nameWithWeight(name: string, weight: number | null | undefined): string {
  if (!weight) return name
  const size = grams(weight)
  return withoutSpaces(name).includes(withoutSpaces(size)) ? name : `${name}, ${size}`
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/g, '').toLowerCase()
}

/** Returns the price of a kilogram, such as `$71.80/kg`, or null if the weight is unknown. `weight` is in grams. */
export function pricePerKilo(
  { price, weight }: { price: string; weight?: number | undefined },
  currency: string,
): string | null {
  const minor = toTotal(price, currency)
  if (minor === null || !weight) return null
  return `${formatMoney(Math.round((minor * KILO) / weight), currency)}/kg`
}
