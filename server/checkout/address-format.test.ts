import { describe, expect, test } from 'vitest'
import type { Address } from '#contract/selling/settings.ts'
import { COUNTRIES } from '#contract/values/countries.ts'
import { lisbonAddress } from '#test/selling/portuguese-shop.ts'
import { addressLines, checkAddress, formatOf } from './address-format.ts'
import { readCountryFacts } from './addresses.ts'

function labelsOf(country: string): string[] {
  const { fields } = formatOf(country, readCountryFacts(country))
  return fields.map(({ label, isRequired }) => (isRequired ? `${label} *` : label))
}

function address(given: Partial<Address>): Address {
  return { ...lisbonAddress, company: '', line2: '', phone: '', ...given }
}

describe('the address form', () => {
  test.each([
    [
      'US',
      [
        'Name *',
        'Company',
        'Street and number *',
        'Apartment, floor, building',
        'City *',
        'State *',
        'ZIP code *',
        'Phone',
      ],
    ],
    [
      'DE',
      [
        'Name *',
        'Company',
        'Street and number *',
        'Apartment, floor, building',
        'Postal code *',
        'City *',
        'Phone',
      ],
    ],
    [
      'GB',
      [
        'Name *',
        'Company',
        'Street and number *',
        'Apartment, floor, building',
        'Town or city *',
        'Postcode *',
        'Phone',
      ],
    ],
    [
      'IE',
      [
        'Name *',
        'Company',
        'Street and number *',
        'Apartment, floor, building',
        'City *',
        'County',
        'Eircode',
        'Phone',
      ],
    ],
    [
      'JP',
      [
        'Name *',
        'Company',
        'Street and number *',
        'Apartment, floor, building',
        'Prefecture *',
        'Postal code *',
        'Phone',
      ],
    ],
  ])('of %s has the fields and the labels of the country, in its order', (country, labels) => {
    expect(labelsOf(country)).toEqual(labels)
  })

  test('offers regions by name, and stores what is written on a parcel', () => {
    const regions = (country: string) => formatOf(country, readCountryFacts(country)).regions
    expect(regions('US')).toContainEqual({ value: 'CA', label: 'California' })
    expect(regions('JP')).toContainEqual({ value: 'Tokyo', label: 'Tokyo' })
    expect(regions('HK')).toContainEqual({ value: 'Kowloon', label: 'Kowloon' })
    expect(regions('DE')).toEqual([])
  })

  test.each(COUNTRIES)('of %s asks for a name and a street at least', (country) => {
    const labels = labelsOf(country)
    expect(labels).toEqual(expect.arrayContaining(['Name *']))
    expect(labels.some((label) => label.startsWith('Street and number'))).toBe(true)
  })
})

describe('an address', () => {
  test.each<[country: string, given: Partial<Address>, wrong: string[]]>([
    ['PT', {}, []],
    ['PT', { postcode: '1200' }, ['postcode']],
    ['PT', { postcode: '', city: ' ' }, ['city', 'postcode']],
    ['US', { postcode: '94043', region: 'CA', city: 'Mountain View' }, []],
    ['US', { postcode: '94043-1234', region: 'XX' }, ['region']],
    ['US', { postcode: '94043', region: '' }, ['region']],
    ['GB', { postcode: 'sw1a 1aa' }, []],
    ['DE', { postcode: '1011' }, ['postcode']],
    ['HK', { postcode: '', region: 'Kowloon' }, []],
  ])('in %s with %j is wrong in %j', (country, given, wrong) => {
    const { errors } = checkAddress(address({ country, ...given }), readCountryFacts(country))
    expect(errors.map(({ field }) => field).toSorted()).toEqual(wrong)
  })

  test.each([
    ['PT', '1200093', '1200-093'],
    ['PT', '1200 093', '1200-093'],
    ['GB', 'sw1a1aa', 'SW1A1AA'],
    ['DE', '80 331', '80331'],
    ['DE', '803', '803'],
  ])('in %s, the postcode %s is stored as %s', (country, postcode, stored) => {
    expect(checkAddress(address({ country, postcode }), readCountryFacts(country)).address.postcode).toBe(
      stored,
    )
  })

  test('loses spaces at the ends, and what its country does not use', () => {
    const sent = address({
      country: 'DE',
      name: ' Cora ',
      region: 'Bayern',
      postcode: ' 80331 ',
      city: 'München',
    })
    const checked = checkAddress(sent, readCountryFacts('DE')).address
    expect(checked).toMatchObject({ name: 'Cora', region: '', postcode: '80331' })
  })

  test.each([
    [
      'PT',
      { ...lisbonAddress, company: 'Reis Lda.' },
      ['Reis Lda.', 'Cora Reis', 'Rua do Carmo 12', '2.º Esq.', '1200-093 Lisboa'],
    ],
    [
      'US',
      address({ line1: '1 Main St', city: 'Mountain View', region: 'CA', postcode: '94043' }),
      ['Cora Reis', '1 Main St', 'Mountain View, CA 94043'],
    ],
    [
      'US',
      address({ line1: '1 Main St', city: 'Mountain View', region: '', postcode: '94043' }),
      ['Cora Reis', '1 Main St', 'Mountain View, 94043'],
    ],
    [
      'JP',
      address({ line1: '1-2-3 Ginza', city: '', region: 'Tokyo', postcode: '104-0061' }),
      ['Cora Reis', '1-2-3 Ginza, Tokyo', '104-0061'],
    ],
  ])('in %s is written as the country does', (country, given, lines) => {
    expect(addressLines({ ...given, country }, readCountryFacts(country)).toSorted()).toEqual(
      lines.toSorted(),
    )
  })
})
