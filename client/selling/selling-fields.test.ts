import { expect, test } from 'vitest'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import { NEW_ZONE, toFields, toSettings, untaxedCountries } from './selling-fields.ts'

const settings: SellingSettings = {
  currency: 'USD',
  timeZone: 'Europe/Lisbon',
  country: 'PT',
  methods: [
    {
      id: 'post',
      name: 'Post',
      kind: 'parcel',
      note: 'Tracked',
      zones: [
        {
          countries: ['PT', 'ES'],
          rate: {
            type: 'byWeight',
            steps: [
              { upToGrams: 500, price: 450 },
              { upToGrams: 2000, price: 705 },
            ],
          },
          freeFrom: 5000,
          transitDays: { least: 1, most: 3 },
        },
        {
          countries: [],
          rate: { type: 'flat', price: 2000 },
          freeFrom: null,
          transitDays: { least: 5, most: 15 },
        },
      ],
    },
    { id: 'counter', name: 'Counter', kind: 'pickup', note: '', zones: [] },
  ],
  roasting: { weekdays: [2, 5], cutOff: '10:00', closedDays: ['2026-12-24', '2026-12-25'] },
  tax: [{ country: 'PT', standard: 2300, reduced: 650 }],
  grinds: ['Whole beans', 'Filter'],
  hasWithdrawal: true,
  payLaterNote: 'IBAN PT50',
  payAtPickupNote: 'Cash',
}

test.each([settings, DEFAULT_SELLING])(
  'settings are the same after they were put into the form and read',
  (given) => {
    expect(toSettings(toFields(given))).toEqual({ settings: given, misread: [] })
  },
)

test('amounts, rates and lists are shown as they are typed', () => {
  const { methods, tax, roasting } = toFields(settings)
  expect(methods[0]?.zones[0]).toMatchObject({ countries: ['PT', 'ES'], freeFrom: '50.00' })
  expect(methods[0]?.zones[0]?.rate.steps[1]).toEqual({ upToGrams: '2000', price: '7.05' })
  expect(tax).toEqual([{ country: 'PT', standard: '23', reduced: '6.5' }])
  expect(roasting.closedDays).toEqual([{ from: '2026-12-24', to: '2026-12-25' }])
})

test('amounts are read with the decimals of the currency of the form', () => {
  const fields = toFields({ ...settings, currency: 'JPY' })
  expect(fields.methods[0]?.zones[1]?.rate.price).toBe('2000')
  expect(toSettings({ ...fields, currency: 'KWD' }).settings.methods[0]?.zones[1]?.rate).toMatchObject({
    price: 2_000_000,
  })
  expect(toSettings({ ...toFields(settings), currency: 'JPY' }).misread[0]?.message).toBe(
    'Write an amount, such as 5',
  )
})

test('what cannot be read is reported by field', () => {
  const fields = toFields(settings)
  const [method, counter] = fields.methods
  const [zone, world] = method?.zones ?? []
  if (!method || !counter || !zone || !world) throw new Error('There are two methods and two zones.')
  zone.rate.steps = [{ upToGrams: 'half a kilo', price: '4.505' }]
  zone.freeFrom = 'fifty'
  world.rate.price = ''
  world.transitDays.most = '1.5'
  fields.roasting.closedDays = [
    { from: '2026-05-01', to: '' },
    { from: '2027-01-02', to: '2026-12-24' },
  ]
  const { misread } = toSettings({ ...fields, tax: [{ country: 'PT', standard: '23%', reduced: 'x' }] })
  expect(misread.map(({ field }) => field)).toEqual([
    'methods.0.zones.0.rate.steps.0.upToGrams',
    'methods.0.zones.0.rate.steps.0.price',
    'methods.0.zones.0.freeFrom',
    'methods.0.zones.1.rate.price',
    'methods.0.zones.1.transitDays.most',
    'roasting.closedDays.1.from',
    'tax.0.standard',
    'tax.0.reduced',
  ])
})

test.each([
  ['0', 1],
  ['1', 0],
  ['1000000', 0],
  ['1000001', 1],
])('a step up to %s grams has %i errors', (upToGrams, errors) => {
  const fields = toFields(settings)
  const zone = fields.methods[0]?.zones[0]
  if (!zone) throw new Error('The first method has zones.')
  zone.rate.steps = [{ upToGrams, price: '4.50' }]
  expect(toSettings(fields).misread).toHaveLength(errors)
})

test('a country needs no reduced rate: then the standard rate applies', () => {
  const fields = toFields(settings)
  const one = { country: 'PT', standard: '23', reduced: ' ' }
  const { settings: read, misread } = toSettings({ ...fields, tax: [one] })
  expect([read.tax, misread]).toEqual([[{ country: 'PT', standard: 2300, reduced: 2300 }], []])
  expect(toFields(read).tax).toEqual([{ ...one, reduced: '' }])
})

test('a shop in the EU learns of countries of the EU to which it sends without tax', () => {
  const fields = toFields(settings)
  expect(untaxedCountries({ ...fields, methods: [] })).toEqual([])
  expect(untaxedCountries(fields)).toHaveLength(26)
  const [method] = fields.methods
  const iberia = [{ ...NEW_ZONE, countries: ['PT', 'ES', 'CH'] }]
  const near = { ...fields, methods: method ? [{ ...method, zones: iberia }] : [] }
  expect(untaxedCountries(near)).toEqual(['ES'])
  expect(untaxedCountries({ ...near, tax: [] })).toEqual([])
  expect(
    untaxedCountries({ ...near, country: 'CH', tax: [{ country: 'CH', standard: '8.1', reduced: '' }] }),
  ).toEqual([])
})

test('days that are closed twice are closed once, and a range without a day is left out', () => {
  const fields = toFields(settings)
  fields.roasting.closedDays = [
    { from: '2026-12-25', to: '' },
    { from: '', to: '' },
    { from: '2026-12-24', to: '2026-12-26' },
  ]
  const { settings: read, misread } = toSettings(fields)
  expect(misread).toEqual([])
  expect(read.roasting.closedDays).toEqual(['2026-12-24', '2026-12-25', '2026-12-26'])
})

test('a pickup has no zones, even if some were typed before', () => {
  const fields = toFields(settings)
  const pickup = { id: 'a', name: 'A', kind: 'pickup' as const, note: '', zones: [NEW_ZONE] }
  expect(toSettings({ ...fields, methods: [pickup] })).toMatchObject({
    settings: { methods: [{ id: 'a', zones: [] }] },
    misread: [],
  })
})
