import { describe, expect, test } from 'vitest'
import type { Address } from '#contract/selling/settings.ts'
import { addressLines } from './address-lines.ts'
import { dayText, promiseText } from './day-text.ts'
import { totalRows } from './total-rows.ts'

const address: Address = {
  name: 'Cora Reis',
  company: '',
  line1: 'Rua da Rosa 7',
  line2: '2º',
  city: 'Lisboa',
  region: '',
  postcode: '1200-381',
  country: 'PT',
  phone: '',
}

describe('an address', () => {
  test('has the postcode before the town in most countries, and no empty lines', () => {
    expect(addressLines(address)).toEqual(['Cora Reis', 'Rua da Rosa 7', '2º', '1200-381 Lisboa', 'Portugal'])
  })

  test('has the postcode after the state in the United States', () => {
    const there = { ...address, line2: '', city: 'Portland', region: 'OR', postcode: '97201', country: 'US' }
    expect(addressLines(there).slice(2)).toEqual(['Portland, OR 97201', 'United States'])
  })
})

describe('a promise', () => {
  const promise = { roastOn: '2026-11-24', from: '2026-11-26', to: '2026-11-27' }

  test('names the days in words, whatever the time zone of the reader', () => {
    expect(dayText('2026-11-24')).toBe('Tuesday 24 November')
    expect(promiseText(promise, 'parcel')).toBe(
      'Roasted on Tuesday 24 November, with you between Thursday 26 November and Friday 27 November',
    )
  })

  test('has one day for a pickup, and for a parcel that takes a fixed time', () => {
    expect(promiseText(promise, 'pickup')).toContain('ready for pickup on Thursday 26 November')
    expect(promiseText({ ...promise, from: promise.to }, 'parcel')).toContain(
      'with you on Friday 27 November',
    )
  })
})

test('the rows of a total are the items, the delivery and the tax by rate, in the currency of the checkout', () => {
  const checkout = {
    currency: 'JPY',
    method: { id: 'm', name: 'Yamato', kind: 'parcel' as const, note: '' },
    address,
    note: '',
    promise: null,
    weightGrams: 250,
    itemsTotal: 1500,
    deliveryPrice: 800,
    tax: [{ rate: 850, net: 2120, tax: 180 }],
    total: 2300,
  }
  expect(totalRows(checkout)).toEqual([
    { label: 'Items', amount: '¥1,500' },
    { label: 'Yamato', amount: '¥800' },
    { label: 'Total', amount: '¥2,300', isTotal: true },
    { label: 'Includes 8.5 % tax', amount: '¥180' },
  ])
})
