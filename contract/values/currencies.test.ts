import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CURRENCIES } from './currency-codes.ts'
import { findPriceProblem, describePriceProblem, exampleAmount } from '../selling/price-problems.ts'
import {
  decimalsOf,
  numberToMinor,
  formatMoney,
  formatPrice,
  MAX_MINOR,
  toAmountText,
  toMinor,
  toTotal,
} from './money.ts'

const amounts = fc.integer({ min: 1, max: MAX_MINOR })

describe('the currencies that can be chosen', () => {
  test('are known to Intl, and each is listed once', () => {
    const known = Intl.supportedValuesOf('currency')
    expect(CURRENCIES.filter((currency) => !known.includes(currency))).toEqual([])
    expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length)
  })

  test('have the decimals of ISO 4217, which are those of Intl or more', () => {
    // The data of V8 has fewer decimals for currencies whose coins are hardly used, such as HUF and RSD.
    const fewer = CURRENCIES.filter((currency) => {
      const format = new Intl.NumberFormat('en', { style: 'currency', currency })
      return decimalsOf(currency) < (format.resolvedOptions().maximumFractionDigits ?? 0)
    })
    expect(fewer).toEqual([])
    const iso = {
      USD: 2,
      HUF: 2,
      IDR: 2,
      RSD: 2,
      TWD: 2,
      ISK: 0,
      JPY: 0,
      KRW: 0,
      VND: 0,
      IQD: 3,
      KWD: 3,
      TND: 3,
    }
    expect(Object.fromEntries(Object.keys(iso).map((code) => [code, decimalsOf(code)]))).toEqual(iso)
  })

  test.each(['', 'US', 'DOLLAR', '12A'])('are not %j', (currency) => {
    expect(() => decimalsOf(currency)).toThrow(RangeError)
  })
})

describe.each([
  ['JPY', 0],
  ['EUR', 2],
  ['TND', 3],
])('in a shop that sells in %s', (currency, decimals) => {
  test('an amount is the same after it was typed, stored and shown', () => {
    fc.assert(
      fc.property(amounts, (minor) => {
        const text = toAmountText(minor, currency)
        const shown = formatPrice(text, currency).replace(/[^\d.]/g, '')
        return [toMinor(text, currency), toMinor(shown, currency), toTotal(text, currency)].every(
          (read) => read === minor,
        )
      }),
    )
  })

  test('an amount has all decimals, and a text with more is refused', () => {
    fc.assert(
      fc.property(amounts, (minor) => {
        const text = toAmountText(minor, currency)
        const more = decimals === 0 ? `${text}.5` : `${text}5`
        const written = (text.split('.')[1] ?? '').length
        return written === decimals && findPriceProblem(more, currency) === 'not-an-amount'
      }),
    )
  })

  test('a number is read without rounding errors', () => {
    fc.assert(fc.property(amounts, (minor) => numberToMinor(minor / 10 ** decimals, currency) === minor))
  })
})

test.each([
  ['USD', ['12.50', 'at most two decimals', '9,999,999.99']],
  ['JPY', ['13', 'amount without decimals', '999,999,999']],
  ['KWD', ['12.500', 'at most three decimals', '999,999.999']],
])('a shop that sells in %s explains its prices', (currency, [example, decimals, most]) => {
  expect(exampleAmount(1250, currency)).toBe(example)
  expect(describePriceProblem('not-an-amount', currency)).toMatch(
    new RegExp(`${decimals}, such as ${example}$`),
  )
  expect(describePriceProblem('too-large', currency)).toBe(`is too large: the highest price is ${most}`)
})

test('the sign of the currency is that of Intl', () => {
  expect(['EUR', 'GBP', 'CAD', 'CHF', 'ISK', 'RSD'].map((currency) => formatMoney(1250, currency))).toEqual([
    '€12.50',
    '£12.50',
    'CA$12.50',
    'CHF\u00a012.50',
    'ISK\u00a01,250',
    'RSD\u00a012.50',
  ])
})

test.each([
  ['1.005', 'too-fine'],
  ['1.010', null],
  ['1.01', null],
])('the price %s in KWD is %s', (price, problem) => {
  expect(findPriceProblem(price, 'KWD')).toBe(problem)
  expect(describePriceProblem('too-fine', 'KWD')).toBe('must end with 0, such as 12.500')
})
