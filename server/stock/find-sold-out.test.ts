import { expect, test } from 'vitest'
import { leftText, stockFor } from './find-sold-out.ts'

const bags = { id: 'bags', unit: 'bags', remaining: 2 } as const
const pool = { id: 'pool', unit: 'grams', remaining: 1000 } as const

function soldOut(...lines: [stockId: string | null, grams: number][]): number[] {
  const wanted = lines.map(([stockId, grams], at) => ({ at, stockId, grams }))
  return [...stockFor(wanted, [bags, pool]).soldOut].map(({ at }) => at)
}

test('the first lines take what is left of the bags', () => {
  expect(soldOut(['bags', 250], ['bags', 250], [null, 250], ['bags', 250], ['bags', 0])).toEqual([3, 4])
})

test('sizes that share a pool take its grams from each other', () => {
  expect(soldOut(['pool', 750], ['pool', 500], ['pool', 250], ['pool', 250])).toEqual([1, 3])
})

test('a product of a pool without a weight is sold out, and so is one whose stock is unknown', () => {
  expect(soldOut(['pool', 0], ['gone', 250])).toEqual([0, 1])
})

test.each([
  [0, 3, 'Harar is sold out.'],
  [1, 0, 'Only 1 of Harar is left.'],
  [2, 1, 'Only 2 of Harar are left, and 1 is in your cart.'],
  [2, 4, 'Only 2 of Harar are left, and 4 are in your cart.'],
])('with %d left and %d in the cart, customers read: %s', (left, inCart, text) => {
  expect(leftText('Harar', left, inCart)).toBe(text)
})
