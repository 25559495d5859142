import { expect, test } from 'vitest'
import { checkoutAddress, lineInQuery } from './use-checkout-link.ts'

test('the URL of the checkout carries the id of the only line', () => {
  const address = checkoutAddress('0190-a&b')
  expect(address).toBe('/checkout?line=0190-a%26b')
  expect(lineInQuery(new URL(address, 'http://shop.example').search)).toBe('0190-a&b')
})

test('the URL of the checkout without a line is for the whole cart', () => {
  expect(checkoutAddress()).toBe('/checkout')
  expect(lineInQuery('')).toBeNull()
})
