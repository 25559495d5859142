import { expect, test } from 'vitest'
import type { OrderItem } from '#contract/cart.ts'
import { ApiError } from '#client/lib/api.ts'
import type { ProblemBody, ProblemCode } from '#contract/errors.ts'
import { problems } from '#contract/errors.ts'
import { fullPaymentOf, whyRefused } from './use-pay.ts'

test('a payment without a response, with a server error or in flight is being checked', () => {
  expect(whyRefused(new ApiError(0, 'network', 'gone'), 'USD')).toBeNull()
  expect(whyRefused(refusal('internal'), 'USD')).toBeNull()
  expect(whyRefused(refusal('busy'), 'USD')).toBeNull()
  expect(whyRefused(refusal('being-paid'), 'USD')).toBeNull()
  expect(whyRefused(new TypeError('a bug'), 'USD')).toBeNull()
})

test('a changed price and a product that is no longer sold are reported by name', () => {
  expect(whyRefused(refusal('price-changed', { detail: 'Harar now costs $14.00.' }), 'USD')).toBe(
    'Harar now costs $14.00. Nothing was charged.',
  )
  expect(whyRefused(refusal('product-removed', { detail: 'Harar is no longer sold.' }), 'USD')).toBe(
    'Harar is no longer sold. Nothing was charged.',
  )
})

test('products of which too little is left are reported by name', () => {
  const detail = 'There is not enough left of Harar.'
  expect(whyRefused(refusal('sold-out', { detail }), 'USD')).toBe(`${detail} Nothing was charged.`)
})

test('a changed total is reported', () => {
  expect(whyRefused(refusal('total-changed', { total: '40.00' }), 'USD')).toBe(
    'The total is now $40.00. Nothing was charged.',
  )
})

test('every other refusal is reported in the words of the shop', () => {
  expect(whyRefused(refusal('product-removed'), 'USD')).toBe(
    'This product is no longer sold. Nothing was charged.',
  )
  expect(whyRefused(refusal('price-changed'), 'USD')).toBe('The price has changed. Nothing was charged.')
})

test('a full payment lists the payable items at the prices shown, with their total', () => {
  const unpaid: OrderItem = {
    _id: '1',
    email: 'ada@coffee.example',
    customer: 'Ada',
    productName: 'Harar Longberry',
    img: '/images/a.webp',
    price: '12.50',
    ratting: 4,
  }
  const body = fullPaymentOf({ email: 'ada@coffee.example', currency: 'USD' }, [
    unpaid,
    { ...unpaid, _id: '2', payment: 'OK' },
    { ...unpaid, _id: '3', checking: true },
    { ...unpaid, _id: '4', removed: true },
    { ...unpaid, _id: '5', newPrice: '13.05' },
  ])
  expect(body).toMatchObject({ email: 'ada@coffee.example', total: '25.55', payment: 'OK' })
  expect(body.items.map(({ _id, price }) => [_id, price])).toEqual([
    ['1', '12.50'],
    ['5', '13.05'],
  ])
})

function refusal(code: ProblemCode, extra: Partial<ProblemBody> = {}): ApiError {
  const { status, title } = problems[code]
  return new ApiError(status, code, { type: 'about:blank', title, status, code, ...extra })
}
