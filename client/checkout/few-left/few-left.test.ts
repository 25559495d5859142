import { expect, test } from 'vitest'
import { shortagesOf } from './few-left.tsx'
import { fewLeftWords as words } from './texts.ts'

const line = (_id: string, productId: string, soldOut?: true) => ({
  _id,
  productId,
  productName: productId.toUpperCase(),
  ...(soldOut && { soldOut }),
})

test('each product of which too little is left is named once, with the lines that are too many', () => {
  const lines = [
    line('1', 'a'),
    line('2', 'b'),
    line('3', 'a', true),
    line('4', 'c', true),
    line('5', 'a', true),
  ]
  expect(shortagesOf(lines)).toEqual([
    { productId: 'a', name: 'A', left: 1, wanted: 3, extra: ['3', '5'] },
    { productId: 'c', name: 'C', left: 0, wanted: 1, extra: ['4'] },
  ])
})

test('the number that is left is said in words', () => {
  expect(words.fewLeft('Harar', 2, 4)).toBe('Only 2 of Harar are left, and 4 are in your cart.')
  expect(words.fewLeft('Harar', 1, 2)).toBe('Only 1 of Harar is left, and 2 are in your cart.')
  expect(words.fewLeft('Harar', 0, 1)).toBe('Harar is sold out. Nothing of it is left for your cart.')
})
