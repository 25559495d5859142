import { expect, test } from 'vitest'
import { keptIdOf, withKeptIds } from './use-guest-items.ts'

const product = { _id: 'p1', name: 'Harar', img: '/images/a.webp', price: '12.50', ratting: 4 }
const kept = [
  { id: 'first', product, count: 1 },
  { id: 'second-one', product, count: 2 },
]

test('a piece keeps its id when an item before it is removed', () => {
  const pieces = ['0-0', '1-0', '1-1'].map((_id) => ({ _id }))
  const named = withKeptIds(pieces, kept)
  expect(named.slice(1)).toEqual(
    withKeptIds(
      ['0-0', '0-1'].map((_id) => ({ _id })),
      kept.slice(1),
    ),
  )
  expect(named.map(({ _id }) => keptIdOf(_id))).toEqual(['first', 'second-one', 'second-one'])
})
