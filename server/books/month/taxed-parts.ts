import { EU_COUNTRIES, proposalFor } from '#contract/selling/country-proposals.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { shopDay } from '#contract/values/dates/date-texts.ts'
import { includedTax } from '#server/checkout/tax.ts'
import { splitByWeight } from '#server/discounts/apply-discounts.ts'
import type { BookedOrder } from './read-month.ts'
import type { MadeRefund } from './read-returned.ts'

/** The settings that say how a sale is taxed. */
export type TaxSettings = Pick<SellingSettings, 'country' | 'tax' | 'accounting'>

/**
 * How a part of an order is taxed: with a rate of the shop's own country, with a rate of another EU country (One Stop Shop),
 * with another or no tax because it went out of the EU, or not at all. `unknown` is an order without a checkout, for which
 * no tax was stored.
 */
export type Taxation = 'own country' | 'OSS' | 'abroad' | 'no tax' | 'unknown'

/**
 * A part of an order or of a refund that is taxed in one way. `country` is where it is taxed, and `rate` is in hundredths of
 * a percent. `soldIn` is the quarter of the sale, such as `2026-Q4`. `net` and `tax` add up to `gross`. The parts of a refund are negative.
 */
export type TaxedPart = {
  soldIn: string
  taxation: Taxation
  country: string
  kind: 'standard' | 'reduced' | 'zero' | ''
  rate: number
  gross: number
  net: number
  tax: number
}

/** Returns the parts of an order as its customer agreed to them. They add up to its total. An order of 0 has none. */
export function partsOf({ checkout, totalCents, paidAt }: BookedOrder, settings: TaxSettings): TaxedPart[] {
  if (totalCents === 0) return []
  const day = shopDay(paidAt)
  const soldIn = quarterOf(day)
  const untaxed = { soldIn, country: settings.country, kind: '', rate: 0, net: totalCents, tax: 0 } as const
  if (!checkout) return [{ taxation: 'unknown', ...untaxed, gross: totalCents }]
  const sentTo = (checkout.address ?? checkout.gift)?.country ?? settings.country
  if (checkout.tax.length === 0)
    return [{ taxation: 'no tax', ...untaxed, country: sentTo, gross: totalCents }]
  return checkout.tax.map(({ rate, net, tax }) => {
    const taxation = taxationOf({ country: sentTo, rate, day }, settings)
    const country = taxation === 'own country' ? settings.country : sentTo
    return {
      soldIn,
      taxation,
      country,
      kind: kindOf(rate, country, settings),
      rate,
      gross: net + tax,
      net,
      tax,
    }
  })
}

/** Returns the quarter of a day such as `2026-11-20`: `2026-Q4`. The return of the One Stop Shop is for a quarter. */
function quarterOf(day: string): string {
  return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
}

/**
 * A shop that does not use the One Stop Shop charges its own rates in other EU countries. Rates that it does not have at
 * home are those of the other country nevertheless.
 */
function taxationOf(
  { country, rate, day }: { country: string; rate: number; day: string },
  { country: own, tax, accounting: { ossSince } }: TaxSettings,
): Taxation {
  if (country === own) return 'own country'
  if (!EU_COUNTRIES.includes(country) || !EU_COUNTRIES.includes(own)) return 'abroad'
  const rates = tax.find((row) => row.country === own)
  const isOwnRate = [0, rates?.standard, rates?.reduced].includes(rate)
  const usesOss = ossSince !== '' && ossSince <= day
  return isOwnRate && !usesOss ? 'own country' : 'OSS'
}

/** Returns the kind of a rate, which is the nearest one of the country today, because rates change a little. */
function kindOf(rate: number, country: string, { tax }: TaxSettings): TaxedPart['kind'] {
  if (rate === 0) return 'zero'
  const rates = tax.find((row) => row.country === country) ?? proposalFor(country).tax
  if (!rates) return 'standard'
  return Math.abs(rate - rates.standard) <= Math.abs(rate - rates.reduced) ? 'standard' : 'reduced'
}

/**
 * Returns the parts of a refund, which are negative. It is split like what was left of the order, so that all refunds of a
 * whole order take back exactly its tax.
 */
export function partsOfRefund({ order, before, cents }: MadeRefund, settings: TaxSettings): TaxedPart[] {
  if (!order) return []
  const parts = partsOf(order, settings)
  let left = parts.map(({ gross }) => gross)
  for (const amount of before) left = subtract(left, splitByWeight(amount, left))
  const taken = splitByWeight(cents, left)
  return parts.flatMap((part, at) => {
    const [gross, rest] = [taken[at] ?? 0, left[at] ?? 0]
    const tax = includedTax(rest, part.rate) - includedTax(rest - gross, part.rate)
    return gross === 0 ? [] : [{ ...part, gross: -gross, net: tax - gross, tax: -tax }]
  })
}

function subtract(amounts: number[], taken: number[]): number[] {
  return amounts.map((amount, at) => amount - (taken[at] ?? 0))
}
