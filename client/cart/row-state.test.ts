import { expect, test } from 'vitest'
import type { OrderItem } from '#contract/cart.ts'
import { countStates, priceToPay, rowNote, rowState, totalToPay } from './row-state.ts'
import { specTexts } from './texts.ts'

const unpaid: OrderItem = {
  _id: '1',
  email: 'ada@coffee.example',
  customer: 'Ada',
  productName: 'Harar Longberry',
  img: '/images/a.webp',
  price: '12.50',
  ratting: 4,
  productId: 'p1',
}
const paid: OrderItem = { ...unpaid, _id: '2', payment: 'OK' }
const refunded: OrderItem = { ...paid, _id: '6', refunded: true }
const checking: OrderItem = { ...unpaid, _id: '3', checking: true }
const removed: OrderItem = { ...unpaid, _id: '4', removed: true }
const dearer: OrderItem = { ...unpaid, _id: '5', newPrice: '13.05' }
const soldOut: OrderItem = { ...unpaid, _id: '7', soldOut: true, newPrice: '99.00' }
const all = [unpaid, paid, checking, removed, dearer, refunded, soldOut]

test('the texts of the specification are kept to the letter', () => {
  expect(specTexts).toEqual({
    heading: 'Your Order Is Here',
    delete: 'Delete',
    pay: 'Pay',
    payAll: 'Pay For All Item',
    paid: 'Payment Done',
    deletedToast: 'Order Delete Succwssfully',
    paidToast: 'Payment Successfully',
    paidAllToast: 'Your Payment Successfull',
  })
})

test('the state of an item follows from its fields', () => {
  expect(all.map(rowState)).toEqual([
    'unpaid',
    'paid',
    'checking',
    'removed',
    'newPrice',
    'refunded',
    'soldOut',
  ])
})

test('a paid item stays paid when its product is no longer sold or has a new price', () => {
  expect(rowState({ ...paid, removed: true, newPrice: '99.00' })).toBe('paid')
})

test('an item whose payment is being checked is neither payable nor unpaid', () => {
  expect(rowState({ ...checking, newPrice: '99.00' })).toBe('checking')
})

test('the price to pay is the price of today', () => {
  expect(priceToPay(dearer)).toBe('13.05')
  expect(priceToPay(unpaid)).toBe('12.50')
})

test('the total is the exact sum of the payable items at the prices of today', () => {
  expect(totalToPay(all, 'USD')).toBe('25.55')
  expect(
    totalToPay(
      [
        { ...unpaid, price: '0.1' },
        { ...unpaid, price: '0.2' },
      ],
      'USD',
    ),
  ).toBe('0.30')
  expect(totalToPay([], 'USD')).toBe('0.00')
})

test('items are counted by state', () => {
  expect(countStates(all)).toEqual({
    refunded: 1,
    paid: 1,
    checking: 1,
    removed: 1,
    soldOut: 1,
    newPrice: 1,
    unpaid: 1,
  })
})

test.each([
  [{}, null],
  [{ payment: 'OK' }, null],
  [{ payment: 'OK', delivery: 'Ordered' }, 'Delivery: Ordered'],
  [{ payment: 'OK', delivery: 'Sent', removed: true }, 'Delivery: Sent'],
  [{ payment: 'OK', delivery: 'Sent', refunded: true }, null],
  [{ newPrice: '13.00' }, 'Now $13.00, was $12.50'],
  [{ checking: true }, 'Your payment is being checked'],
  [{ checking: true, paymentId: 'p1' }, 'Your payment is not completed yet'],
  [{ removed: true }, 'No longer sold'],
  [{ soldOut: true }, 'Not enough left'],
] as const)('the note of an item with %j is %s', (more, note) => {
  expect(rowNote({ ...unpaid, ...more }, 'USD')).toBe(note)
})
