import { describe, expect, test } from 'vitest'
import type { DeliveryZone, SellingSettings } from '#contract/selling/settings.ts'
import { counter, portugueseShop, post } from '#test/selling/portuguese-shop.ts'
import { findSellingErrors } from './check-selling.ts'

const world: DeliveryZone = {
  countries: [],
  rate: { type: 'flat', price: 100 },
  freeFrom: null,
  transitDays: { least: 1, most: 2 },
}

function withZones(...zones: DeliveryZone[]): Partial<SellingSettings> {
  return { methods: [counter, { ...post, zones }] }
}

describe('settings for selling', () => {
  test('of a complete shop have no errors', () => {
    expect(findSellingErrors(portugueseShop)).toEqual([])
  })

  test.each<[what: string, wrong: Partial<SellingSettings>, field: string]>([
    ['an unknown time zone', { timeZone: 'Europe/Atlantis' }, 'timeZone'],
    ['an offset instead of a time zone', { timeZone: '+01:00' }, 'timeZone'],
    ['a time zone without a name', { timeZone: '' }, 'timeZone'],
    ['an unknown country', { country: 'XX' }, 'country'],
    [
      'a country in two zones',
      withZones({ ...world, countries: ['PT', 'FR'] }, { ...world, countries: ['FR'] }),
      'methods.1.zones.1.countries',
    ],
    ['two zones for the rest of the world', withZones(world, world), 'methods.1.zones.1.countries'],
    [
      'an unknown country in a zone',
      withZones({ ...world, countries: ['PT', 'UK'] }),
      'methods.1.zones.0.countries',
    ],
    ['a parcel without zones', withZones(), 'methods.1.zones'],
    ['a pickup with zones', { methods: [{ ...counter, zones: [world] }] }, 'methods.0.zones'],
    [
      'least days above most days',
      withZones({ ...world, transitDays: { least: 3, most: 2 } }),
      'methods.1.zones.0.transitDays.most',
    ],
    ['two methods with one id', { methods: [counter, counter] }, 'methods.1.id'],
    [
      'a day that does not exist',
      { roasting: { weekdays: [1], cutOff: '10:00', closedDays: ['2026-12-24', '2026-02-30'] } },
      'roasting.closedDays.1',
    ],
    [
      'two tax rows for one country',
      { tax: [...portugueseShop.tax, ...portugueseShop.tax] },
      'tax.1.country',
    ],
    ['tax of an unknown country', { tax: [{ country: 'EU', standard: 0, reduced: 0 }] }, 'tax.0.country'],
  ])('with %s are refused', (_, wrong, field) => {
    const errors = findSellingErrors({ ...portugueseShop, ...wrong })
    expect(errors.map((error) => error.field)).toEqual([`settings.${field}`])
    expect(errors[0]?.message).toMatch(/\w/)
  })

  test.each([
    [[500, 500], [1]],
    [[500, 400, 600], [1]],
    [
      [500, 400, 300],
      [1, 2],
    ],
    [[500, 1000], []],
  ])('with steps up to %j grams are wrong at the steps %j', (weights, wrong) => {
    const steps = weights.map((upToGrams) => ({ upToGrams, price: 100 }))
    const errors = findSellingErrors({
      ...portugueseShop,
      ...withZones({ ...world, rate: { type: 'byWeight', steps } }),
    })
    expect(errors.map(({ field }) => field)).toEqual(
      wrong.map((at) => `settings.methods.1.zones.0.rate.steps.${at}.upToGrams`),
    )
  })

  test.each([
    ['KWD', 4505, ['settings.methods.1.zones.0.rate.steps.1.price', 'settings.methods.1.zones.1.rate.price']],
    ['KWD', 4510, []],
    ['EUR', 4505, []],
  ])(
    'in %s have delivery prices of %i that can be charged, or are refused at %j',
    (currency, price, wrong) => {
      const steps = [500, 1000].map((upToGrams, at) => ({ upToGrams, price: at === 0 ? 4500 : price }))
      const errors = findSellingErrors({
        ...portugueseShop,
        ...withZones(
          { ...world, countries: ['PT'], rate: { type: 'byWeight', steps } },
          { ...world, rate: { type: 'flat', price } },
        ),
        currency,
      })
      expect(errors.map(({ field }) => field)).toEqual(wrong)
      for (const { message } of errors) expect(message).toMatch(/^must end with 0, such as /)
    },
  )

  test('may name a country in the zones of two methods', () => {
    const methods = [post, { ...post, id: 'courier' }]
    expect(findSellingErrors({ ...portugueseShop, methods })).toEqual([])
  })
})
