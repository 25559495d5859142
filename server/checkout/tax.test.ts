import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { taxClasses } from '#contract/selling/settings.ts'
import type { TaxRates } from '#contract/selling/settings.ts'
import { taxParts } from './tax.ts'

const portugal: TaxRates = { country: 'PT', standard: 2300, reduced: 600 }
const germany: TaxRates = { country: 'DE', standard: 1900, reduced: 700 }
const rates = [portugal, germany]

describe('the tax in a total', () => {
  test.each([
    [12_300, 'PT', { rate: 2300, net: 10_000, tax: 2300 }],
    [10_000, 'PT', { rate: 2300, net: 8130, tax: 1870 }],
    [1, 'PT', { rate: 2300, net: 1, tax: 0 }],
    [1190, 'DE', { rate: 1900, net: 1000, tax: 190 }],
    // The tax in 3 cents is 3 * 1900 / 11900 = 0.479 cents. The tax in 4 cents is 0.639 cents.
    [3, 'DE', { rate: 1900, net: 3, tax: 0 }],
    [4, 'DE', { rate: 1900, net: 3, tax: 1 }],
  ])('of %i in %s is included in it', (amount, country, part) => {
    expect(taxParts([{ amount, taxClass: 'standard' }], rates, country)).toEqual([part])
  })

  test('is rounded upwards from exactly half a unit', () => {
    const half: TaxRates = { country: 'XX', standard: 10_000, reduced: 0 }
    expect(taxParts([{ amount: 3, taxClass: 'standard' }], [half], 'XX')).toEqual([
      { rate: 10_000, net: 1, tax: 2 },
    ])
  })

  test('has one part for each rate, the highest first, and rounds once for each rate', () => {
    const amounts = [
      { amount: 1000, taxClass: 'reduced' },
      { amount: 1, taxClass: 'standard' },
      { amount: 1, taxClass: 'standard' },
      { amount: 1, taxClass: 'standard' },
      { amount: 300, taxClass: 'zero' },
    ] as const
    expect(taxParts(amounts, rates, 'PT')).toEqual([
      { rate: 2300, net: 2, tax: 1 },
      { rate: 600, net: 943, tax: 57 },
      { rate: 0, net: 300, tax: 0 },
    ])
  })

  test('is not shown for a country without rates, and not for amounts of 0', () => {
    expect(taxParts([{ amount: 500, taxClass: 'standard' }], rates, 'US')).toEqual([])
    expect(taxParts([{ amount: 0, taxClass: 'standard' }], rates, 'PT')).toEqual([])
  })

  test('and its net amounts add up to the total, for all amounts and rates', () => {
    const amount = fc.record({
      amount: fc.nat(999_999_999),
      taxClass: fc.constantFrom(...taxClasses),
    })
    const rate = fc.nat(10_000)
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 500 }), rate, rate, (amounts, standard, reduced) => {
        const parts = taxParts(amounts, [{ country: 'PT', standard, reduced }], 'PT')
        const total = amounts.reduce((sum, one) => sum + one.amount, 0)
        expect(parts.reduce((sum, { net, tax }) => sum + net + tax, 0)).toBe(total)
        for (const part of parts) {
          const exact = ((part.net + part.tax) * part.rate) / (10_000 + part.rate)
          expect(Math.abs(part.tax - exact)).toBeLessThanOrEqual(0.501)
          expect(Number.isSafeInteger(part.tax) && part.tax >= 0 && part.net >= 0).toBe(true)
        }
      }),
    )
  })
})
