import { expect, test } from 'vitest'
import { dayOfNext, rhythmText, subscriberPrice } from './subscriptions.ts'

test.each([
  { price: 1250, percentOff: 10, currency: 'EUR', expected: 1125 },
  { price: 999, percentOff: 15, currency: 'EUR', expected: 849 },
  { price: 1250, percentOff: 0, currency: 'EUR', expected: 1250 },
  { price: 1255, percentOff: 10, currency: 'JPY', expected: 1130 },
  // The last of three decimals is 0, because cards cannot be charged with others.
  { price: 12_550, percentOff: 15, currency: 'KWD', expected: 10_670 },
])('a bag of $price with $percentOff % off costs a subscriber in $currency $expected', (given) => {
  const { price, percentOff, currency, expected } = given
  expect(subscriberPrice(price, { percentOff }, currency)).toBe(expected)
})

test('the next delivery is planned weeks later, also across a change of the clock', () => {
  expect(dayOfNext('2026-03-24', 1)).toBe('2026-03-31')
  expect(dayOfNext('2026-12-22', 6)).toBe('2027-02-02')
})

test('a rhythm is said in words', () => {
  expect([1, 2].map((weeks) => rhythmText(weeks))).toEqual(['every week', 'every 2 weeks'])
  expect(rhythmText(2, true)).toBe('every 2 weeks, roaster’s choice after the first')
})
