import { expect, test, vi } from 'vitest'
import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import { deliveryFields, readAmount, withDelivery } from './first-method.ts'

const fields = { country: 'PT', timeZone: 'Europe/Lisbon', currency: 'EUR', price: '4,50', place: ' Rua 1 ' }

test('the first way of delivery is a parcel with one price to the country of the shop', () => {
  const { country, timeZone, methods } = withDelivery(DEFAULT_SELLING, { ...fields, kind: 'parcel' })
  expect([country, timeZone]).toEqual(['PT', 'Europe/Lisbon'])
  expect(methods).toMatchObject([
    { kind: 'parcel', zones: [{ countries: ['PT'], rate: { type: 'flat', price: 450 }, freeFrom: null }] },
  ])
})

test('or a pickup with its place', () => {
  const { methods } = withDelivery(DEFAULT_SELLING, { ...fields, kind: 'pickup' })
  expect(methods).toMatchObject([{ kind: 'pickup', note: 'Rua 1', zones: [] }])
})

test('ways of delivery that the shop has already are kept', () => {
  const before = withDelivery(DEFAULT_SELLING, { ...fields, kind: 'pickup' })
  const { country, methods } = withDelivery(before, { ...fields, country: 'ES', kind: 'parcel' })
  expect([country, methods]).toEqual(['ES', before.methods])
})

test.each([
  ['4.50', 'EUR', 450],
  ['4,50 ', 'EUR', 450],
  ['4', 'JPY', 4],
  ['4,5', 'JPY', null],
  ['four', 'EUR', null],
  ['', 'EUR', null],
])('the price %j in %s is %s', (text, currency, minor) => {
  expect(readAmount(text, currency)).toBe(minor)
})

test('the form proposes the country of the browser until the settings are saved', () => {
  vi.stubGlobal('navigator', { language: 'pt-PT' })
  expect(deliveryFields(DEFAULT_SELLING, 0)).toMatchObject({ country: 'PT', currency: 'USD' })
  expect(deliveryFields({ ...DEFAULT_SELLING, country: 'ES' }, 1)).toMatchObject({
    country: 'ES',
    timeZone: 'UTC',
  })
})
