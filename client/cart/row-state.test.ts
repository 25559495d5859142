import { expect, test } from 'vitest'
import type { OrderItem } from '#contract/cart.ts'
import { fullPaymentOf, singlePaymentOf } from './pay-requests.ts'
import { countStates, payableItems, priceToPay, rowState, totalToPay } from './row-state.ts'
import { texts } from './texts.ts'

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
const checking: OrderItem = { ...unpaid, _id: '3', checking: true }
const removed: OrderItem = { ...unpaid, _id: '4', removed: true }
const dearer: OrderItem = { ...unpaid, _id: '5', newPrice: '13.05' }
const all = [unpaid, paid, checking, removed, dearer]

test('the texts of the specification stand letter by letter', () => {
  expect(texts).toEqual({
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

test('a row is what the shop says about it', () => {
  expect(all.map(rowState)).toEqual(['unpaid', 'paid', 'checking', 'removed', 'newPrice'])
})

test('a paid row stays paid when its product is gone or dearer', () => {
  expect(rowState({ ...paid, removed: true, newPrice: '99.00' })).toBe('paid')
})

test('a payment being checked is neither offered again nor called unpaid', () => {
  expect(rowState({ ...checking, newPrice: '99.00' })).toBe('checking')
})

test('today’s price is what is paid', () => {
  expect(priceToPay(dearer)).toBe('13.05')
  expect(priceToPay(unpaid)).toBe('12.50')
})

test('the total is the sum of what can be paid, at today’s prices, without losing a cent', () => {
  expect(totalToPay(all)).toBe('25.55')
  expect(
    totalToPay([
      { ...unpaid, price: '0.1' },
      { ...unpaid, price: '0.2' },
    ]),
  ).toBe('0.30')
  expect(totalToPay([])).toBe('0.00')
})

test('rows are counted by state', () => {
  expect(countStates(all)).toEqual({ paid: 1, checking: 1, removed: 1, newPrice: 1, unpaid: 1 })
})

test('one payment names the item and the price shown', () => {
  expect(singlePaymentOf(unpaid)).toEqual({ id: '1', body: { price: '12.50' } })
  expect(singlePaymentOf(dearer)).toEqual({ id: '5', body: { price: '13.05' } })
})

test('the full payment names what can be paid, as shown, with its total', () => {
  const body = fullPaymentOf('ada@coffee.example', all)
  expect(body).toMatchObject({ email: 'ada@coffee.example', total: '25.55', payment: 'OK' })
  expect(body.items.map((item) => [item._id, item.price])).toEqual([
    ['1', '12.50'],
    ['5', '13.05'],
  ])
  expect(payableItems(all)).toHaveLength(body.items.length)
})
