import { expect, test } from 'vitest'
import { grams, packedAs } from './packed-as.ts'

test.each([
  [1, '1 g'],
  [250, '250 g'],
  [999, '999 g'],
  [1000, '1 kg'],
  [1250, '1.25 kg'],
  [100_000, '100 kg'],
])('%i grams are shown as %s', (weight, text) => {
  expect(grams(weight)).toBe(text)
})

test('a line says its weight, its grind, both or nothing', () => {
  expect(packedAs({ weight: 250, grind: 'Filter' })).toBe('250 g · Filter')
  expect(packedAs({ weight: 250 })).toBe('250 g')
  expect(packedAs({ grind: 'Filter' })).toBe('Filter')
  expect(packedAs({})).toBeNull()
})
