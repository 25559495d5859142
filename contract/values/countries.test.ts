import { expect, test } from 'vitest'
import { COUNTRIES, countryName } from './countries.ts'

test('countries have the English names of Intl', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  expect(COUNTRIES.map((code) => [code, countryName(code)])).toEqual(
    COUNTRIES.map((code) => [code, names.of(code)]),
  )
})
