import { expect, test } from 'vitest'
import { totalRows } from './total-rows.ts'

test('the rows of a total are the items, the delivery and the tax by rate, in the currency of the checkout', () => {
  const checkout = {
    currency: 'JPY',
    method: { id: 'm', name: 'Yamato', kind: 'parcel' as const, note: '' },
    address: null,
    addressLines: [],
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
    { label: 'Includes 8.5% tax', amount: '¥180' },
  ])
  expect(totalRows({ ...checkout, deliveryPrice: 0 })[1]).toEqual({ label: 'Yamato', amount: 'Free' })
})
