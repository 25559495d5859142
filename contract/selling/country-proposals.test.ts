import { expect, test } from 'vitest'
import { COUNTRIES } from '../values/countries.ts'
import { CURRENCIES } from '../values/currency-codes.ts'
import { EU_COUNTRIES, proposalFor } from './country-proposals.ts'

test('a shop in the EU is proposed its currency, its tax and the right to withdraw', () => {
  expect(EU_COUNTRIES).toHaveLength(27)
  for (const country of EU_COUNTRIES) {
    const { currency, tax, hasWithdrawal } = proposalFor(country)
    expect([country, tax?.country, hasWithdrawal]).toEqual([country, country, true])
    expect(tax?.standard).toBeGreaterThanOrEqual(1700)
    expect(currency).toMatch(/^(EUR|CZK|DKK|HUF|PLN|RON|SEK)$/)
  }
})

test.each([
  ['PT', { currency: 'EUR', tax: { country: 'PT', standard: 2300, reduced: 2300 }, coffee: 'standard' }],
  ['DE', { currency: 'EUR', tax: { country: 'DE', standard: 1900, reduced: 700 }, coffee: 'reduced' }],
  ['GB', { currency: 'GBP', tax: { standard: 2000, reduced: 2000 }, coffee: 'zero', hasWithdrawal: false }],
  ['NO', { currency: 'NOK', tax: { standard: 2500, reduced: 1500 }, hasWithdrawal: true }],
  ['US', { currency: 'USD', tax: null, coffee: 'standard', hasWithdrawal: false }],
  ['JP', { currency: 'JPY', tax: { standard: 1000 }, hasWithdrawal: false }],
  ['', { currency: null, tax: null, hasWithdrawal: false }],
])('in %s is usual: %j', (country, proposal) => expect(proposalFor(country)).toMatchObject(proposal))

test('a currency is proposed for nearly all countries, and is always one that a shop can have', () => {
  const currencies = COUNTRIES.map((country) => [country, proposalFor(country).currency] as const)
  const without = currencies.filter(([, currency]) => currency === null).map(([country]) => country)
  expect(without).toEqual(['AQ', 'CW', 'KP', 'MG', 'MR', 'SX', 'UG', 'ZW'])
  for (const [, currency] of currencies) expect([null, ...CURRENCIES]).toContain(currency)
})
