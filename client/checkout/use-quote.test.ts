import { expect, test } from 'vitest'
import type { SavedAddress } from '#contract/selling/checkout.ts'
import { whyNoOffer } from './use-quote.ts'

const address = { name: 'Cora Reis', company: '', line1: 'Rua do Carmo 12', line2: '', city: 'Lisboa' }
const lisbon: SavedAddress = {
  _id: 'lisbon',
  address: { ...address, region: '', postcode: '1200-093', country: 'PT', phone: '' },
  lines: [],
}

test('a customer is asked for an address, or for another one, only if that can help', () => {
  expect(whyNoOffer({ countries: ['ES', 'PT'] }, 'parcel', null)).toBe('addressFirst')
  expect(whyNoOffer({ countries: ['ES'] }, 'parcel', lisbon)).toBe('notThere')
})

test('an order without an offer to a country that is served is too heavy', () => {
  expect(whyNoOffer({ countries: ['ES', 'PT'] }, 'parcel', lisbon)).toBe('tooHeavy')
})

test('a shop without delivery methods cannot deliver', () => {
  expect(whyNoOffer({ countries: [] }, 'pickup', null)).toBe('noDelivery')
  expect(whyNoOffer({ countries: [] }, 'parcel', lisbon)).toBe('noDelivery')
})
