import { expect, test } from 'vitest'
import type { OrderItem } from '#contract/cart.ts'
import { pageAfterLostResponse } from './use-check-out.ts'

const item: OrderItem = {
  _id: '1',
  email: 'ada@coffee.example',
  customer: 'Ada',
  productName: 'Harar Longberry',
  img: '/images/a.webp',
  price: '12.50',
  ratting: 4,
}
const held: OrderItem = { ...item, _id: '2', checking: true, paymentId: 'p1' }

test('after a lost response, the page of the payment that has reserved the lines is shown', () => {
  expect(pageAfterLostResponse([item, held], ['1', '2'])).toBe('/checkout/return/p1')
})

test('after a lost response, the cart is shown if its lines are unpaid', () => {
  expect(pageAfterLostResponse([item, held], ['1'])).toBe('/myCart')
})

test('after a lost response, the orders are shown if the lines are paid, have left the cart, or it is unknown', () => {
  expect(pageAfterLostResponse([{ ...item, payment: 'OK' }], ['1'])).toBe('/account')
  expect(pageAfterLostResponse([held], ['1'])).toBe('/account')
  expect(pageAfterLostResponse(null, ['1'])).toBe('/account')
})
