import { afterEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import { deliveryFields, withDelivery } from './first-method.ts'

const fields = {
  country: 'PT',
  timeZone: 'Europe/Lisbon',
  currency: 'EUR',
  standard: '23',
  reduced: '',
  hasWithdrawal: true,
  price: '4,50',
  place: ' Rua 1 ',
}

afterEach(() => vi.restoreAllMocks())

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

test('tax and the right to withdraw are saved for the country of the shop, and the tax of others stays', () => {
  const spain = { country: 'ES', standard: 2100, reduced: 1000 }
  const before = { ...DEFAULT_SELLING, tax: [spain, { country: 'PT', standard: 1, reduced: 1 }] }
  const taxOf = (typed: object) => withDelivery(before, { ...fields, kind: 'parcel', ...typed })
  expect(taxOf({})).toMatchObject({
    hasWithdrawal: true,
    tax: [spain, { country: 'PT', standard: 2300, reduced: 2300 }],
  })
  expect(taxOf({ reduced: '5,5' }).tax[1]).toEqual({ country: 'PT', standard: 2300, reduced: 550 })
  expect(taxOf({ standard: ' ', hasWithdrawal: false })).toMatchObject({ hasWithdrawal: false, tax: [spain] })
})

describe('until the settings are saved, the form proposes', () => {
  const options = Intl.DateTimeFormat().resolvedOptions()
  const inBrowser = (language: string, timeZone: string) => {
    vi.stubGlobal('navigator', { language })
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...options, timeZone })
  }

  test('the country of the browser, with its currency, tax and right to withdraw', () => {
    inBrowser('pt-PT', 'Europe/Lisbon')
    expect(deliveryFields(DEFAULT_SELLING, 0)).toMatchObject({
      country: 'PT',
      timeZone: 'Europe/Lisbon',
      currency: 'EUR',
      standard: '23',
      reduced: '',
      hasWithdrawal: true,
    })
  })

  test('the country of the time zone, where the language is that of another one', () => {
    inBrowser('en-US', 'Europe/Berlin')
    expect(deliveryFields(DEFAULT_SELLING, 0)).toMatchObject({ country: 'DE', standard: '19', reduced: '7' })
  })

  test('no tax in the United States, and nothing where no country is known', () => {
    inBrowser('en-US', 'America/Chicago')
    const none = { standard: '', reduced: '', hasWithdrawal: false }
    expect(deliveryFields(DEFAULT_SELLING, 0)).toMatchObject({ country: 'US', currency: 'USD', ...none })
    inBrowser('en', 'UTC')
    expect(deliveryFields(DEFAULT_SELLING, 0)).toMatchObject({ country: '', currency: 'USD', ...none })
  })
})

test('saved settings are shown as they are', () => {
  const tax = [{ country: 'ES', standard: 2100, reduced: 1000 }]
  expect(deliveryFields({ ...DEFAULT_SELLING, country: 'ES', tax }, 1)).toMatchObject({
    country: 'ES',
    timeZone: 'UTC',
    currency: 'USD',
    standard: '21',
    reduced: '10',
    hasWithdrawal: false,
  })
})
