import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_MINOR, toAmountText, toMinor } from '../values/money.ts'
import { findPriceProblem } from './price-problems.ts'

const cents = fc.integer({ min: 0, max: MAX_MINOR })

test.each([
  ['0', 'zero'],
  ['0.00', 'zero'],
  ['000', 'zero'],
  ['10000000', 'too-large'],
  ['12345678', 'too-large'],
  ['99999999.99', 'too-large'],
  [`1${'0'.repeat(30)}`, 'too-large'],
  ['1.005', 'not-an-amount'],
  ['12345678.005', 'not-an-amount'],
  ['-5', 'not-an-amount'],
  ['', 'not-an-amount'],
  ['free', 'not-an-amount'],
  ['0.01', null],
  ['12.5', null],
  ['9999999.99', null],
])('%j as a price has the problem %j', (price, problem) => {
  expect(findPriceProblem(price, 'USD')).toBe(problem)
})

test('is a price without a problem exactly if it is an amount above 0', () => {
  const texts = fc.oneof(
    fc.string(),
    cents.map((minor) => toAmountText(minor, 'USD')),
  )
  fc.assert(
    fc.property(
      texts,
      (text) => (findPriceProblem(text, 'USD') === null) === (toMinor(text, 'USD') ?? 0) > 0,
    ),
  )
})
