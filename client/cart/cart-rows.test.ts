import { expect, test } from 'vitest'
import type { OrderItem } from '#contract/cart.ts'
import { maxQuantity, rowNotes, rowsOf } from './row-state.ts'
import type { CartRow } from './row-state.ts'

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
const idsOf = (rows: CartRow[]) => rows.map(({ items }) => items.map(({ _id }) => _id))
const onlyRow = (items: OrderItem[]): CartRow => {
  const [row] = rowsOf(items)
  if (!row) throw new Error('There is no row.')
  return row
}

test('equal items are one row, and the row that was begun last comes first', () => {
  const other = { ...item, _id: '2', productId: 'p2' }
  expect(idsOf(rowsOf([item, other, { ...item, _id: '3', newPrice: '13.00' }]))).toEqual([['2'], ['1', '3']])
})

test.each([
  { productId: 'p2' },
  { grind: 'Filter' },
  { everyWeeks: 2 as const },
  { roastersChoice: true as const },
  { weight: 250 },
  { checking: true as const, paymentId: 'p' },
])('items that differ in %j are not equal', (difference) => {
  expect(idsOf(rowsOf([item, { ...item, _id: '2', ...difference }]))).toEqual([['2'], ['1']])
})

test('a row says what has changed since, and how many are left', () => {
  expect(rowNotes(onlyRow([item]), 'USD')).toEqual([])
  const dearer = { ...item, newPrice: '13.00', left: 3 }
  expect(rowNotes(onlyRow([dearer]), 'USD')).toEqual(['Now $13.00, was $12.50', 'Only 3 left'])
  expect(rowNotes(onlyRow([{ ...item, removed: true, newPrice: '13.00' }]), 'USD')).toEqual([
    'No longer sold',
  ])
  expect(rowNotes(onlyRow([{ ...item, checking: true, paymentId: 'p' }]), 'USD')).toEqual([
    'Your payment is not completed yet',
  ])
})

test('a row can have what is left beside the same coffee in another grind', () => {
  const few = { ...item, left: 3 }
  const filter = { ...few, grind: 'Filter' }
  const cart = [few, { ...few, _id: '2' }, { ...filter, _id: '3' }, { ...item, _id: '4', productId: 'p2' }]
  expect(rowsOf(cart).map((row) => maxQuantity(row, cart))).toEqual([500, 1, 2])
})
