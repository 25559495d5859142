import { expect, test } from 'vitest'
import { itemRow } from '#test/rows.ts'
import { portugueseShop } from '#test/selling/portuguese-shop.ts'
import type { GatewayKind } from '#server/payments/gateway.ts'
import { quoteFor } from './quote.ts'

const product = {
  id: 'espresso',
  name: 'Espresso',
  img: '',
  about: '',
  priceCents: 250,
  rating: 4,
  brand: 'Hill Farm',
  bag: null,
  weightGrams: 1200,
  stockId: null,
  taxClass: 'standard',
} as const

const quote = (
  weight_grams: number | null,
  { gateway = 'manual', methodId = 'post' }: { gateway?: GatewayKind; methodId?: string } = {},
) =>
  quoteFor(portugueseShop, {
    lines: [{ row: itemRow({ weight_grams }), product }],
    country: 'PT',
    methodId,
    at: 0,
    gateway,
  })

test.each([
  ['manual', ['transfer', 'pickup'], ['', 'In cash at the counter.']],
  ['remote', ['online', 'online'], ['', '']],
  ['local', ['instant', 'instant'], ['', '']],
] as const)('with a %s gateway, each way of delivery says how it is paid', (gateway, ways, notes) => {
  const totals = ['post', 'counter'].map((methodId) => quote(250, { gateway, methodId }).totals)
  expect(totals.map((one) => one?.payment)).toEqual(ways)
  expect(totals.map((one) => one?.payNote)).toEqual(notes)
})

test('a line has the weight that the cart showed, also if the product has another one now', () => {
  expect(quote(250)).toMatchObject({
    weightGrams: 250,
    lines: [{ weightGrams: 250 }],
    totals: { deliveryPrice: 450 },
  })
})

test('a line from before the product had a weight has the weight of today', () => {
  expect(quote(null)).toMatchObject({
    weightGrams: 1200,
    lines: [{ weightGrams: 1200 }],
    totals: { deliveryPrice: 900 },
  })
})
