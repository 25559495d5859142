import { expect, test } from 'vitest'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import { NEW_ZONE, toFields, toSettings, untaxedCountries } from './selling-fields.ts'
import { optional, rules } from './selling-rules.ts'

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
  food: { name: 'Roasted coffee', storage: 'Cool and dry', firm: 'Hill Roasters, Porto' },
  synonyms: ['moka = mokka'],
  hasWithdrawal: true,
  showsReviewsAtOnce: true,
  ways: ['stripe', 'transfer'],
  cardNote: 'Also Apple Pay',
  bank: { holder: 'Hill Roasters', iban: 'PT50000201231234567890154' },
  payLaterNote: 'IBAN PT50',
  payAtPickupNote: 'Cash',
  subscriptions: { isOffered: true, percentOff: 10 },
  accounting: { ...DEFAULT_SELLING.accounting, ossSince: '2026-01-01', consultant: '1001', client: '7' },
}

test.each([settings, DEFAULT_SELLING])(
  'settings are the same after they were put into the form and read',
  (given) => {
    expect(toSettings(toFields(given))).toEqual(given)
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
  expect(toSettings({ ...fields, currency: 'KWD' }).methods[0]?.zones[1]?.rate).toMatchObject({
    price: 2_000_000,
  })
  expect(rules.amount('4.50', fields)).toBe('Write an amount, such as 5')
})

test.each([
  [rules.amount, ['0', '4.5', '4,50'], ['', '4.505', 'fifty']],
  [rules.days, ['0', ' 3 '], ['', '1.5', '-1']],
  [rules.grams, ['1', '1000000'], ['', '0', '1000001', 'half a kilo']],
  [rules.percent, ['0', '5.5', '6,50', '100'], ['', '23%', '5.555', '101']],
  [optional(rules.percent), ['', ' ', '7'], ['x']],
])(
  'what is typed is accepted if it can be read, otherwise a message says what to write',
  (rule, good, bad) => {
    const fields = toFields(settings)
    for (const text of good) expect([text, rule(text, fields)]).toEqual([text, true])
    for (const text of bad)
      expect([text, rule(text, fields)]).toEqual([text, expect.stringMatching(/^Write/)])
  },
)

test('closed days end after they begin', () => {
  expect(rules.range({ from: '2026-05-01', to: '' })).toBe(true)
  expect(rules.range({ from: '2027-01-02', to: '2026-12-24' })).toMatch(/^Choose a day/)
})

test('a country needs no reduced rate: then the standard rate applies', () => {
  const fields = toFields(settings)
  const one = { country: 'PT', standard: '23', reduced: ' ' }
  const read = toSettings({ ...fields, tax: [one] })
  expect(read.tax).toEqual([{ country: 'PT', standard: 2300, reduced: 2300 }])
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
  const read = toSettings(fields)
  expect(read.roasting.closedDays).toEqual(['2026-12-24', '2026-12-25', '2026-12-26'])
})

test('a pickup has no zones, even if some were typed before', () => {
  const fields = toFields(settings)
  const pickup = { id: 'a', name: 'A', kind: 'pickup' as const, note: '', zones: [NEW_ZONE] }
  expect(toSettings({ ...fields, methods: [pickup] })).toMatchObject({
    methods: [{ id: 'a', zones: [] }],
  })
})

test('a grind that is written twice is one, and what the server would refuse is said in words', () => {
  expect(toSettings({ ...toFields(settings), grinds: 'Espresso\n Espresso \n\nFilter' }).grinds).toEqual([
    'Espresso',
    'Filter',
  ])
  expect(rules.grinds(Array.from({ length: 21 }, (_, at) => `Grind ${at}`).join('\n'))).toBe(
    'Write 20 grinds at most',
  )
  expect(rules.iban('PT50 0000 0000')).toBe('This is not an IBAN')
  expect(rules.iban(' pt50 0002 0123 1234 5678 9015 4 ')).toBe(true)
})
