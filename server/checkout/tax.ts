import type { TaxClass, TaxPart, TaxRates } from '#contract/selling/settings.ts'

/** A part of a total with its tax class. `amount` includes tax and is in the smallest unit of the shop's currency. */
export type TaxedAmount = { amount: number; taxClass: TaxClass }

/** A rate of 100 %. Tax rates are integers in hundredths of a percent. */
const WHOLE = 10_000

/**
 * Returns the tax that is included in a total, one part for each rate, the highest rate first. The tax is rounded once
 * for each rate, not for each amount. `net` and `tax` of all parts add up to the total exactly. The list is empty for a
 * country without rates, for which no tax is computed.
 */
export function taxParts(
  amounts: readonly TaxedAmount[],
  rates: readonly TaxRates[],
  country: string,
): TaxPart[] {
  const own = rates.find((row) => row.country === country)
  if (!own) return []
  const byRate = Map.groupBy(amounts, ({ taxClass }) => rateOf(own, taxClass))
  return [...byRate]
    .toSorted(([a], [b]) => b - a)
    .map(([rate, parts]) => ({ rate, gross: parts.reduce((sum, { amount }) => sum + amount, 0) }))
    .filter(({ gross }) => gross > 0)
    .map(({ rate, gross }) => {
      const tax = includedTax(gross, rate)
      return { rate, net: gross - tax, tax }
    })
}

function rateOf({ standard, reduced }: TaxRates, taxClass: TaxClass): number {
  return { standard, reduced, zero: 0 }[taxClass]
}

/**
 * Returns the tax in an amount that includes it, rounded to the nearest unit, and upwards from exactly half a unit. All
 * steps are exact, because `gross * rate` stays below 2 ** 53.
 */
export function includedTax(gross: number, rate: number): number {
  const product = gross * rate
  const divisor = WHOLE + rate
  const remainder = product % divisor
  const whole = (product - remainder) / divisor
  return remainder * 2 >= divisor ? whole + 1 : whole
}
