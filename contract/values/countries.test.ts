import { expect, test } from 'vitest'
import { COUNTRIES, countriesByName, countryName } from './countries.ts'

test('countries have the English names of Intl', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  expect(COUNTRIES.map((code) => [code, countryName(code)])).toEqual(
    COUNTRIES.map((code) => [code, names.of(code)]),
  )
})

test('countries are offered in the alphabetical order of their names', () => {
  const offered = countriesByName(COUNTRIES).map(({ text }) => text)
  expect(offered).toEqual(COUNTRIES.map(countryName).toSorted((a, b) => a.localeCompare(b, 'en')))
  expect(countriesByName(['SE', 'AT', 'ES']).map(({ value }) => value)).toEqual(['AT', 'ES', 'SE'])
})
