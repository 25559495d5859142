import { expect, test } from 'vitest'
import { factRows, factsLine } from './in-words.ts'

const sidama = {
  country: 'ET',
  region: 'Sidama',
  producer: 'Bensa station',
  process: 'Washed',
  varieties: ['Kurume', 'Wolisho'],
  altitudeFrom: 1950,
  altitudeTo: 2050,
  harvest: 'December 2025',
}

const read = (rows: { name: string; value: string }[]) => rows.map(({ name, value }) => `${name}: ${value}`)

test('the facts of a coffee from one origin have a row each, and what is not said has none', () => {
  const facts = { kind: 'single-origin', suitedFor: 'both', roast: 2, origins: [sidama] } as const
  expect(read(factRows({ ...facts, origins: [sidama], certificates: ['Organic', 'Fairtrade'] }))).toEqual([
    'Kind: Single origin',
    'Origin: Sidama, Ethiopia',
    'Grown by: Bensa station',
    'Process: Washed',
    'Altitude: 1,950 to 2,050\u00a0m',
    'Variety: Kurume, Wolisho',
    'Harvest: December 2025',
    'Roast: Light',
    'Good for: Filter and espresso',
    'Certificates: Organic, Fairtrade',
  ])
  expect(factRows({})).toEqual([])
  expect(read(factRows({ origins: [{ altitudeFrom: 900 }] }))).toEqual(['Altitude: 900\u00a0m'])
  expect(factRows({ roast: 5 })).toEqual([{ name: 'Roast', value: 'Dark', roast: 5 }])
})

test('a blend has a row for each part with its share', () => {
  const origins = [
    { country: 'BR', process: 'Natural', share: 65, altitudeFrom: 1000, altitudeTo: 1000 },
    { country: 'GT', region: 'Antigua', share: 35 },
  ]
  expect(read(factRows({ origins }))).toEqual([
    'Brazil, 65\u00a0%: Natural\u00a0· 1,000\u00a0m',
    'Guatemala, 35\u00a0%: Antigua',
  ])
})

test('a blend of which only the countries and shares are known lists these', () => {
  expect(read(factRows({ origins: [{ country: 'BR', share: 60 }, { country: 'PE' }] }))).toEqual([
    'Origins: Brazil, 60\u00a0%; Peru',
  ])
})

test('the line of a card has each country and process once', () => {
  expect(
    factsLine({ roast: 2, origins: [sidama, { country: 'ET' }, { country: 'KE', process: 'Honey' }] }),
  ).toBe('Ethiopia, Kenya\u00a0· Washed, Honey\u00a0· Light')
  expect(factsLine({ origins: ['BR', 'GT', 'PE'].map((country) => ({ country, process: country })) })).toBe(
    '3 countries',
  )
  expect(factsLine({})).toBe('')
})
