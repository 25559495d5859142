import { expect, test } from 'vitest'
import { whyNoOffer } from './use-quote.ts'

test('a customer is asked for an address, or for another one, only if that can help', () => {
  expect(whyNoOffer({ countries: ['ES', 'PT'] }, 'parcel', null)).toBe('addressFirst')
  expect(whyNoOffer({ countries: ['ES'] }, 'parcel', 'PT')).toBe('notThere')
})

test('an order without an offer to a country that is served is too heavy', () => {
  expect(whyNoOffer({ countries: ['ES', 'PT'] }, 'parcel', 'PT')).toBe('tooHeavy')
})

test('a shop without delivery methods cannot deliver', () => {
  expect(whyNoOffer({ countries: [] }, 'pickup', null)).toBe('noDelivery')
  expect(whyNoOffer({ countries: [] }, 'parcel', 'PT')).toBe('noDelivery')
})
