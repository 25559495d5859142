import { afterEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import type { DeliveryMethod } from '#contract/selling/settings.ts'
import { startFields, usualFields } from './proposed-fields.ts'
import { toSettings } from './selling-fields.ts'

afterEach(() => vi.restoreAllMocks())

describe('until the settings are saved, the form proposes', () => {
  const inBrowser = (language: string, timeZone: string) => {
    vi.stubGlobal('navigator', { language })
    vi.spyOn(Temporal.Now, 'timeZoneId').mockReturnValue(timeZone)
    return startFields({ settings: DEFAULT_SELLING, version: 0 })
  }

  test('the country of the browser, with its currency, tax and right to withdraw', () => {
    expect(inBrowser('pt-PT', 'Europe/Lisbon')).toMatchObject({
      country: 'PT',
      timeZone: 'Europe/Lisbon',
      currency: 'EUR',
      tax: [{ country: 'PT', standard: '23', reduced: '' }],
      hasWithdrawal: true,
    })
  })

  test('the country of the time zone, where the language is that of another one', () => {
    const tax = [{ country: 'DE', standard: '19', reduced: '7' }]
    expect(inBrowser('en-US', 'Europe/Berlin')).toMatchObject({ country: 'DE', tax })
  })

  test('no tax in the United States, and nothing where no country is known', () => {
    const none = { currency: 'USD', tax: [], hasWithdrawal: false }
    expect(inBrowser('en-US', 'America/Chicago')).toMatchObject({ country: 'US', ...none })
    expect(inBrowser('en', 'UTC')).toMatchObject({ country: '', ...none })
  })

  test('a parcel to the country of the shop, whose price is missing', () => {
    const fields = inBrowser('pt-PT', 'Europe/Lisbon')
    expect(fields.methods[0]?.zones[0]?.rate.price).toBe('')
    expect(toSettings(fields).methods).toMatchObject([
      {
        kind: 'parcel',
        name: 'Parcel',
        zones: [{ countries: ['PT'], rate: { type: 'flat' }, freeFrom: null }],
      },
    ])
  })
})

test('saved settings are shown as they are, with a parcel if there is no way of delivery', () => {
  const tax = [{ country: 'ES', standard: 2100, reduced: 1000 }]
  const settings = { ...DEFAULT_SELLING, country: 'ES', tax }
  const fields = startFields({ settings, version: 1 })
  expect(fields).toMatchObject({
    country: 'ES',
    timeZone: 'UTC',
    currency: 'USD',
    tax: [{ country: 'ES', standard: '21', reduced: '10' }],
    hasWithdrawal: false,
    methods: [{ kind: 'parcel', zones: [{ countries: ['ES'] }] }],
  })
  const pickup: DeliveryMethod = { id: 'counter', kind: 'pickup', name: 'Counter', note: '', zones: [] }
  expect(startFields({ settings: { ...settings, methods: [pickup] }, version: 1 }).methods).toEqual([pickup])
})

test('the tax of a chosen country takes the place of its saved tax, and that of other countries stays', () => {
  const spain = { country: 'ES', standard: '21', reduced: '10' }
  const usual = { country: 'PT', standard: '23', reduced: '' }
  expect(usualFields('PT', [spain, { ...usual, standard: '1' }]).tax).toEqual([spain, usual])
  expect(usualFields('US', [spain])).toEqual({ currency: 'USD', tax: [spain], hasWithdrawal: false })
})
