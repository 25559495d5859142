import { expect, test } from 'vitest'
import { grams, nameWithWeight, pricePerKilo } from './grams.ts'

test.each([
  [1, '1\u00a0g'],
  [250, '250\u00a0g'],
  [999, '999\u00a0g'],
  [1000, '1\u00a0kg'],
  [1250, '1.25\u00a0kg'],
  [100_000, '100\u00a0kg'],
])('%i grams are shown as %s', (weight, text) => {
  expect(grams(weight)).toBe(text)
})

test.each([
  ['Lungo', 250, 'Lungo, 250\u00a0g'],
  ['Cerrado Sunday, 1 kg', 1000, 'Cerrado Sunday, 1 kg'],
  ['Lungo', null, 'Lungo'],
])('the name %s with a weight of %s g is %s', (name, weight, text) => {
  expect(nameWithWeight(name, weight)).toBe(text)
})

test('the price of a kilogram follows from the price and the weight, and is unknown without a weight', () => {
  expect(pricePerKilo({ price: '17.95', weight: 250 }, 'USD')).toBe('$71.80/kg')
  expect(pricePerKilo({ price: '10.00', weight: 333 }, 'USD')).toBe('$30.03/kg')
  expect(pricePerKilo({ price: '10.00' }, 'USD')).toBeNull()
})
