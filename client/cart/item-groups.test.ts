import { expect, test } from 'vitest'
import type { OrderItem } from '#contract/cart.ts'
import { asRows, groupItems } from './row-state.ts'

const item: OrderItem = {
  _id: '1',
  email: 'ada@coffee.example',
  customer: 'Ada',
  productName: 'Harar',
  img: '/images/a.webp',
  price: '12.50',
  ratting: 4,
  productId: 'p1',
}
const idsOf = (groups: { items: OrderItem[] }[]) => groups.map(({ items }) => items.map(({ _id }) => _id))

test('equal items are one group, where the first of them stands', () => {
  const other = { ...item, _id: '2', productId: 'p2' }
  const groups = groupItems([item, other, { ...item, _id: '3' }])
  expect(idsOf(groups)).toEqual([['1', '3'], ['2']])
  expect(groups.map(({ before }) => before)).toEqual([0, 2])
})

test.each([{ productId: 'p2' }, { price: '13' }, { newPrice: '13' }, { grind: 'Filter' }, { weight: 250 }])(
  'items that differ in %j are not equal',
  (difference) => {
    expect(idsOf(groupItems([item, { ...item, _id: '2', ...difference }]))).toEqual([['1'], ['2']])
  },
)

test('an item stays in its group when it is paid', () => {
  expect(idsOf(groupItems([item, { ...item, _id: '2', payment: 'OK' }]))).toEqual([['1', '2']])
})

test('without groups, every item is a row of its own', () => {
  const groups = asRows([item, { ...item, _id: '2' }])
  expect(idsOf(groups)).toEqual([['1'], ['2']])
  expect(groups.map(({ before }) => before)).toEqual([0, 1])
})
