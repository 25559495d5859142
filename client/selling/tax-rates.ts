import type { TaxRates } from '#contract/selling/settings.ts'

/** The tax rates of a country as a form holds them: percentages as text. `reduced` is empty if there is only one rate. */
export type TaxFields = { country: string; standard: string; reduced: string }

/** Returns the texts of the rates of a country, or empty texts if it has none. */
export function toTaxFields(country: string, rates: TaxRates | null | undefined): TaxFields {
  if (!rates) return { country, standard: '', reduced: '' }
  const { standard, reduced } = rates
  return { country, standard: textOf(standard), reduced: reduced === standard ? '' : textOf(reduced) }
}

/** Reads a percentage with at most two decimals as hundredths of a percent: `5.5` is 550. */
export function percentOf(text: string): number | null {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text.trim())
  const percent = match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null
  return percent !== null && percent <= 10_000 ? percent : null
}

/** Reads a reduced rate. Without one, goods with the reduced rate have the standard rate. */
export function reducedOf(text: string, standard: number): number | null {
  return text.trim() === '' ? standard : percentOf(text)
}

function textOf(rate: number): string {
  return String(rate / 100)
}
