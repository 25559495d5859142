import { expect, test } from 'vitest'
import { Problem } from '#contract/errors.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { itemRow } from '#test/rows.ts'
import { portugueseShop } from '#test/selling/portuguese-shop.ts'
import { instantGateway, manualGateways } from '#server/payments/gateway.ts'
import type { Gateway, RemoteGateway } from '#server/payments/gateway.ts'
import { quoteFor } from './quote.ts'
import type { Wanted } from './quote.ts'

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

const manual = new Map(manualGateways.map((gateway) => [gateway.name, gateway]))
const stripe = { kind: 'remote', name: 'stripe' } as RemoteGateway // cast: only its name is read
const byTransfer = { gateways: manual, currentGateway: manualGateways[0] ?? instantGateway }
const byStripe = {
  gateways: new Map<string, Gateway>([...manual, ['stripe', stripe]]),
  currentGateway: stripe,
}
const atOnce = { gateways: new Map([['instant', instantGateway]]), currentGateway: instantGateway }

type Given = { payments?: Wanted['payments']; methodId?: string; ways?: SellingSettings['ways'] }

const quote = (
  weight_grams: number | null,
  { payments = byTransfer, methodId = 'post', ways = [] }: Given = {},
) =>
  quoteFor(
    { ...portugueseShop, ways },
    {
      lines: [{ row: itemRow({ weight_grams }), product }],
      country: 'PT',
      methodId,
      at: 0,
      payments,
      discounts: { automatic: [], code: null },
    },
  ).quote

test.each([
  ['a shop that moves no money', [atOnce, []], [['instant'], ['instant']]],
  ['a shop without Stripe', [byTransfer, []], [['transfer'], ['pickup', 'transfer']]],
  ['a shop with Stripe', [byStripe, []], [['stripe'], ['stripe']]],
  [
    'a shop whose owner has chosen all three',
    [byStripe, ['pickup', 'transfer', 'stripe']],
    [
      ['stripe', 'transfer'],
      ['stripe', 'pickup', 'transfer'],
    ],
  ],
  ['a shop whose keys of Stripe are gone', [byTransfer, ['stripe']], [['transfer'], ['transfer']]],
  ['a shop that is only paid at pickup', [byStripe, ['pickup']], [['transfer'], ['pickup']]],
] as const)('in %s, a parcel and a pickup can be paid in their ways', (_what, [payments, ways], expected) => {
  const waysOf = (methodId: string) =>
    quote(250, { payments, methodId, ways: [...ways] }).totals?.payments.map(({ way }) => way)
  expect([waysOf('post'), waysOf('counter')]).toEqual(expected)
})

test('a total that is too small for a card offers no way that the shop does not offer', () => {
  const findChargeProblem = () => new Problem('amount-too-small', { detail: 'At least $0.50.' })
  const tooSmall = new Map<string, Gateway>([...manual, ['stripe', { ...stripe, findChargeProblem }]])
  const totalsOf = (ways: SellingSettings['ways']) =>
    quote(250, { payments: { ...byStripe, gateways: tooSmall }, ways }).totals
  expect(totalsOf(['stripe'])).toMatchObject({ payments: [{ way: 'stripe' }], tooSmall: 'At least $0.50.' })
  expect(totalsOf(['stripe', 'transfer'])?.payments).toMatchObject([{ way: 'transfer' }])
})

test('each way to pay has the text of the owner', () => {
  const { totals } = quote(250, { methodId: 'counter' })
  expect(totals?.payments.map(({ note }) => note)).toEqual([
    portugueseShop.payAtPickupNote,
    portugueseShop.payLaterNote,
  ])
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
