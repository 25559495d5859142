import { expect, test } from 'vitest'
import type { OrderItem } from '#contract/cart.ts'
import { rowNote } from './row-note.ts'

const item: OrderItem = {
  _id: '1',
  email: 'ann@coffee.example',
  customer: 'Ann',
  productName: 'Huila Honeycomb',
  img: '/images/1-800.webp',
  price: '12.5',
  ratting: 5,
}

test.each([
  [{}, null],
  [{ payment: 'OK' }, null],
  [{ payment: 'OK', delivery: 'Ordered' }, 'Delivery: Ordered'],
  [{ payment: 'OK', delivery: 'Sent', removed: true }, 'Delivery: Sent'],
  [{ newPrice: '13.00' }, 'Now $13.00, was $12.50'],
  [{ checking: true }, 'Your payment is being checked'],
  [{ removed: true }, 'No longer sold'],
] as const)('an item with %j says %s', (more, note) => {
  expect(rowNote({ ...item, ...more })).toBe(note)
})
