import { expect, test } from 'vitest'
import type { OrderItem } from '#contract/cart.ts'
import { findChange } from './cart-changes.ts'

const item = (_id: string, productName: string, given: Partial<OrderItem> = {}): OrderItem => ({
  _id,
  email: 'ada@coffee.example',
  customer: 'Ada',
  productName,
  img: '/images/a.webp',
  price: '12.50',
  ratting: 4,
  ...given,
})
const shown = [item('1', 'Harar'), item('2', 'Sidamo'), item('3', 'Harar')]

test('a customer reads what is no longer in the cart', () => {
  expect(findChange(shown, shown.slice(0, 2))).toEqual({
    text: 'Harar is no longer in your cart. Nothing was charged.',
    isEmpty: false,
  })
  expect(findChange(shown, [])).toEqual({
    text: '2 × Harar and Sidamo are no longer in your cart. Nothing was charged.',
    isEmpty: true,
  })
})

test('a customer reads what was paid meanwhile, or is being paid', () => {
  const cart = [
    item('1', 'Harar', { payment: 'OK' }),
    item('2', 'Sidamo', { checking: true }),
    item('4', 'Mocha'),
  ]
  expect(findChange(shown, cart)?.text).toBe(
    'Harar is no longer in your cart. Harar and Sidamo are paid already, or being paid. Nothing was charged.',
  )
})

test('there is nothing to say if all lines can still be paid', () => {
  expect(findChange(shown, [...shown, item('4', 'Mocha')])).toBeNull()
})
