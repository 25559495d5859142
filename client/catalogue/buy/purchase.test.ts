import { expect, test } from 'vitest'
import { ApiError } from '#client/lib/api.ts'
import { buyErrorText, leftToAdd, newOrderOf } from './purchase.ts'

const product = {
  _id: 'p1',
  name: 'Harar',
  img: '/images/a.webp',
  price: '12.50',
  ratting: 4,
  about: 'Blueberry.',
}

test('Buy Now sends the product as it is shown, with the email address and name of the buyer', () => {
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

test('the grind and how many are sent only if they were chosen', () => {
  const buyer = { email: 'ada@coffee.example', name: 'Ada' }
  const plain = newOrderOf(buyer, product)
  expect(newOrderOf(buyer, product, { grind: undefined, count: 1 })).toEqual(plain)
  expect(newOrderOf(buyer, product, { grind: 'Filter', count: 3 })).toEqual({
    ...plain,
    grind: 'Filter',
    count: 3,
  })
})

test('a user without a display name is named by their email address', () => {
  expect(newOrderOf({ email: 'ada@coffee.example', name: ' ' }, product).customer).toBe('ada@coffee.example')
})

test('a customer reads that the grind is not offered any more', () => {
  const body = {
    type: 'about:blank',
    title: 'The input is invalid',
    status: 400,
    code: 'invalid-input',
  } as const
  const refusal = (field: string) =>
    new ApiError(400, body.code, { ...body, errors: [{ field, message: 'is not offered' }] })
  expect(buyErrorText(refusal('grind'), 'Harar', 'USD')).toMatch(/^Harar is not ground like this any more/)
  expect(buyErrorText(refusal('count'), 'Harar', 'USD')).toBe('The input is invalid')
})

test('a customer reads how many are left, and can take so many', () => {
  const body = { type: 'about:blank', title: 'Sold out', status: 409, code: 'sold-out' } as const
  const detail = 'Only 2 of Harar are left, and 1 is in your cart.'
  const refusal = new ApiError(409, body.code, { ...body, detail, left: 1 })
  expect(buyErrorText(refusal, 'Harar', 'USD')).toBe(`${detail} Nothing was added.`)
  expect(leftToAdd(refusal)).toBe(1)
  expect(leftToAdd(new ApiError(0, 'network', 'gone'))).toBeNull()
})
