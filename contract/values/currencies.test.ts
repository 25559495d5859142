import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { CURRENCIES } from './currency-codes.ts'
import {
  decimalsOf,
  setShopCurrency,
  dollarsToCents,
  findPriceProblem,
  formatMoney,
  formatPrice,
  MAX_MINOR,
  sameNumberIn,
  toCents,
  toPrice,
  toTotal,
  describePriceProblem,
  exampleAmount,
} from './money.ts'

const amounts = fc.integer({ min: 1, max: MAX_MINOR })

afterEach(() => setShopCurrency('USD'))

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
  const inShop = (check: () => void) => () => {
    setShopCurrency(currency)
    check()
  }

  test(
    'an amount is the same after it was typed, stored and shown',
    inShop(() => {
      fc.assert(
        fc.property(amounts, (minor) => {
          const text = toPrice(minor)
          const shown = formatPrice(text).replace(/[^\d.]/g, '')
          return toCents(text) === minor && toCents(shown) === minor && toTotal(text) === minor
        }),
      )
    }),
  )

  test(
    'an amount has all decimals, and a text with more is refused',
    inShop(() => {
      fc.assert(
        fc.property(amounts, (minor) => {
          const text = toPrice(minor)
          const more = decimals === 0 ? `${text}.5` : `${text}5`
          return (text.split('.')[1] ?? '').length === decimals && findPriceProblem(more) === 'not-an-amount'
        }),
      )
    }),
  )

  test(
    'a number is read without rounding errors',
    inShop(() => {
      fc.assert(fc.property(amounts, (minor) => dollarsToCents(minor / 10 ** decimals) === minor))
    }),
  )
})

test.each([
  ['USD', ['12.50', 'at most two decimals', '9,999,999.99']],
  ['JPY', ['13', 'amount without decimals', '999,999,999']],
  ['KWD', ['12.500', 'at most three decimals', '999,999.999']],
])('a shop that sells in %s explains its prices', (currency, [example, decimals, most]) => {
  setShopCurrency(currency)
  expect(exampleAmount(1250)).toBe(example)
  expect(describePriceProblem('not-an-amount')).toMatch(new RegExp(`${decimals}, such as ${example}$`))
  expect(describePriceProblem('too-large')).toBe(`is too large: the highest price is ${most}`)
})

test.each([
  [1250, ['USD', 'EUR'], 1250],
  [1250, ['USD', 'JPY'], 13],
  [1249, ['USD', 'JPY'], 12],
  [1250, ['USD', 'KWD'], 12_500],
  [1255, ['KWD', 'USD'], 126],
  [1254, ['KWD', 'USD'], 125],
  [500, ['KWD', 'JPY'], 1],
  [13, ['JPY', 'USD'], 1300],
] as const)('the number of %i is kept from %j: %i', (minor, [before, after], same) => {
  expect(sameNumberIn(minor, [before, after])).toBe(same)
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
  setShopCurrency('KWD')
  expect(findPriceProblem(price)).toBe(problem)
  expect(describePriceProblem('too-fine')).toBe('must end with 0, such as 12.500')
})
