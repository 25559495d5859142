import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CURRENCIES } from './currency-codes.ts'
import {
  numberToMinor,
  formatMoney,
  formatPrice,
  toAmountText,
  toMinor,
  toTotal,
  decimalsOf,
} from './money.ts'

const cents = fc.integer({ min: 0, max: 999_999_999 })

function inDollars(minor: number): string {
  return toAmountText(minor, 'USD')
}

describe('money', () => {
  test('is written with exactly two decimals', () => {
    fc.assert(fc.property(cents, (amount) => /^\d+\.\d\d$/.test(inDollars(amount))))
    expect([0, 5, 50, 1250, -1250].map(inDollars)).toEqual(['0.00', '0.05', '0.50', '12.50', '-12.50'])
  })

  test('is written with a sign and separators for the screen only', () => {
    expect(
      ['0.05', '999.99', '1000.00', '1234.5', '1234567.89', '12345678.90', 'free'].map((price) =>
        formatPrice(price, 'USD'),
      ),
    ).toEqual(['$0.05', '$999.99', '$1,000.00', '$1,234.50', '$1,234,567.89', '$12,345,678.90', 'free'])
    expect(inDollars(123_456_789)).toBe('1234567.89')
  })

  test('is read with no, one or two decimals', () => {
    expect(['0', '12', '12.5', '12.50', '007', '9999999.99'].map((price) => toMinor(price, 'USD'))).toEqual([
      0, 1200, 1250, 1250, 700, 999_999_999,
    ])
    expect(['12,5', '12,50', '1000000,50'].map((price) => toTotal(price, 'USD'))).toEqual([
      1250, 1250, 100_000_050,
    ])
  })

  test.each([
    '1.005',
    '-5',
    '-0',
    '+5',
    '1e3',
    '',
    ' ',
    '.5',
    '5.',
    '1,505',
    '1.250,00',
    '1,250.00',
    '1.2.3',
    '0x10',
    'NaN',
    'Infinity',
    '$5',
    '12345678',
    '١',
    '5\n6',
    '1 000',
  ])('does not read %j as an amount', (text) => {
    expect(toMinor(text, 'USD')).toBeNull()
  })

  test('is always read as whole cents of 0 or more, or not at all, for every text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.float().map(String)), (text) => {
        const amount = toMinor(text, 'USD')
        return amount === null || (Number.isSafeInteger(amount) && amount >= 0)
      }),
    )
  })

  test('is read from a number of dollars without the rounding errors of binary fractions', () => {
    fc.assert(fc.property(cents, (amount) => numberToMinor(amount / 100, 'USD') === amount))
    expect(numberToMinor(0.1 + 0.2, 'USD')).toBe(30)
  })

  test.each([1.005, -5, -0.01, Number.NaN, Number.POSITIVE_INFINITY, 1e300, 0.001])(
    'does not read the number %d as an amount',
    (dollars) => {
      expect(numberToMinor(dollars, 'USD')).toBeNull()
    },
  )
})

describe('an amount in the smallest unit of a currency', () => {
  test.each([
    ['JPY', 0],
    ['USD', 2],
    ['EUR', 2],
    ['KWD', 3],
  ])('in %s has %i decimals', (currency, decimals) => {
    expect(decimalsOf(currency)).toBe(decimals)
  })

  test.each([
    [1250, 'USD', ['12.50', '$12.50']],
    [5, 'USD', ['0.05', '$0.05']],
    [0, 'USD', ['0.00', '$0.00']],
    [123_456_789, 'USD', ['1234567.89', '$1,234,567.89']],
    [-1250, 'USD', ['-12.50', '-$12.50']],
    [1250, 'JPY', ['1250', '¥1,250']],
    [0, 'JPY', ['0', '¥0']],
    [1250, 'KWD', ['1.250', 'KWD\u{a0}1.250']],
    [5, 'KWD', ['0.005', 'KWD\u{a0}0.005']],
  ])('%i of %s is written and displayed as %j', (minor, currency, texts) => {
    expect([toAmountText(minor, currency), formatMoney(minor, currency)]).toEqual(texts)
  })

  test.each(CURRENCIES)('in %s is displayed as Intl does', (currency) => {
    const decimals = toAmountText(0, currency).slice('0.'.length).length
    const style = {
      style: 'currency',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    } as const
    const format = new Intl.NumberFormat('en', { ...style, currency })
    for (const number of [0, 5, 1234, 1_234_567, -98_765]) {
      const minor = numberToMinor(Math.abs(number), currency) ?? Number.NaN
      expect(formatMoney(Math.sign(number) * minor, currency)).toBe(format.format(number))
    }
  })

  test.each(['JPY', 'USD', 'KWD'])('is the same after it was written in %s and read', (currency) => {
    fc.assert(fc.property(cents, (minor) => toMinor(toAmountText(minor, currency), currency) === minor))
  })

  test.each([
    ['12.5', 'JPY', null],
    ['12.', 'JPY', null],
    ['1234567890', 'JPY', null],
    ['123456789', 'JPY', 123_456_789],
    ['12.5', 'USD', 1250],
    ['12.505', 'USD', null],
    ['12.505', 'KWD', 12_505],
    ['12.5055', 'KWD', null],
    ['1234567', 'KWD', null],
    [' 7 ', 'KWD', 7000],
    ['-1', 'USD', null],
    ['', 'USD', null],
    ['1,50', 'USD', 150],
    ['1,250', 'USD', null],
    ['4,50 ', 'EUR', 450],
    ['4,5', 'JPY', null],
    ['four', 'EUR', null],
  ])('%j in %s is read as %j', (text, currency, minor) => {
    expect(toMinor(text, currency)).toBe(minor)
  })
})
