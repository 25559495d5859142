import { expect, test } from 'vitest'
import { withGrind } from './use-sale.ts'

const lines = [
  { key: 1, productId: 'harar', name: 'Harar', quantity: 2, grind: 'Espresso' },
  { key: 2, productId: 'harar', name: 'Harar', quantity: 3, grind: 'Filter' },
  { key: 3, productId: 'lungo', name: 'Lungo', quantity: 1, grind: 'Espresso' },
]
const [, second = { key: 0, productId: '', name: '', quantity: 0 }] = lines
const shown = (grind: string) =>
  withGrind(lines, second, grind).map((line) => [line.key, line.quantity, line.grind])

test('a line that gets the grind of another line of the same coffee takes it in', () => {
  expect(shown('Espresso')).toEqual([
    [2, 5, 'Espresso'],
    [3, 1, 'Espresso'],
  ])
})

test('the other lines stay as they are', () => {
  expect(shown('Whole beans')).toEqual([
    [1, 2, 'Espresso'],
    [2, 3, 'Whole beans'],
    [3, 1, 'Espresso'],
  ])
})
