import { expect, test } from 'vitest'
import { firstCountry } from './delivery-price.ts'

test('the country of the shop is the first one, unless parcels are only sent to others', () => {
  const first = (...countries: string[]) => firstCountry({ countries, country: 'PT' })
  expect([first('DE', 'PT'), first('DE', 'FR'), first()]).toEqual(['PT', 'DE', 'PT'])
})
