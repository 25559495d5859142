import { expect, test } from 'vitest'
import { newOrderOf } from './new-order.ts'

const product = {
  _id: 'p1',
  name: 'Harar',
  img: '/images/a.webp',
  price: '12.50',
  ratting: 4,
  about: 'Blueberry.',
}

test('Buy Now sends the product as it is shown, for the person who buys', () => {
  expect(newOrderOf({ email: 'ada@coffee.example', name: 'Ada' }, product)).toEqual({
    email: 'ada@coffee.example',
    customer: 'Ada',
    productName: 'Harar',
    img: '/images/a.webp',
    price: '12.50',
    ratting: 4,
    productId: 'p1',
  })
})

test('somebody without a display name is known by the e-mail', () => {
  expect(newOrderOf({ email: 'ada@coffee.example', name: ' ' }, product).customer).toBe('ada@coffee.example')
})
