import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dollarsToCents, toCents, toPrice, withSeparators } from './money.ts'

const cents = fc.integer({ min: 0, max: 999_999_999 })

describe('money', () => {
  test('comes back as it went out, whatever the amount', () => {
    fc.assert(fc.property(cents, (amount) => toCents(toPrice(amount)) === amount))
  })

  test('is written with exactly two decimals', () => {
    fc.assert(fc.property(cents, (amount) => /^\d+\.\d\d$/.test(toPrice(amount))))
    expect([0, 5, 50, 1250, -1250].map(toPrice)).toEqual(['0.00', '0.05', '0.50', '12.50', '-12.50'])
  })

  test('is written with separators for people only', () => {
    expect(['0.05', '999.99', '1000.00', '1234.50', '1234567.89', '-1234.50'].map(withSeparators)).toEqual([
      '0.05',
      '999.99',
      '1,000.00',
      '1,234.50',
      '1,234,567.89',
      '-1,234.50',
    ])
    expect(toPrice(123_456_789)).toBe('1234567.89')
  })

  test('is read with no, one or two decimals', () => {
    expect(['0', '12', '12.5', '12.50', '007', '9999999.99'].map(toCents)).toEqual([
      0, 1200, 1250, 1250, 700, 999_999_999,
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
    '1,50',
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
    expect(toCents(text)).toBeNull()
  })

  test('is never anything but whole cents of 0 or more, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.float().map(String)), (text) => {
        const amount = toCents(text)
        return amount === null || (Number.isSafeInteger(amount) && amount >= 0)
      }),
    )
  })

  test('is read from a number of dollars, without the errors of binary fractions', () => {
    fc.assert(fc.property(cents, (amount) => dollarsToCents(amount / 100) === amount))
    expect(dollarsToCents(0.1 + 0.2)).toBe(30)
  })

  test.each([1.005, -5, -0.01, Number.NaN, Number.POSITIVE_INFINITY, 1e300, 0.001])(
    'does not read the number %d as an amount',
    (dollars) => {
      expect(dollarsToCents(dollars)).toBeNull()
    },
  )
})
