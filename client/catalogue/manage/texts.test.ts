import { expect, test } from 'vitest'
import { brandKind } from '../entries/brand-kind.ts'
import { coffeeKind } from '../entries/coffee-kind.ts'
import { packetKind } from '../entries/packet-kind.ts'
import type { Product } from '../forms/product-fields.ts'
import { matches } from './entry-search.tsx'
import { texts } from './texts.ts'

test('the texts of the specification stand letter by letter', () => {
  expect(texts).toMatchObject({
    delete: 'Delete',
    deleteNow: 'Delete Now',
    deleted: 'Your Product Delete Succwssfully',
    packetDeleted: 'Your Product Delete Successfully',
    photoRequired: 'Name is required',
    selectRatting: 'Select Ratting',
    addPhoto: 'Please Add A Photo',
    packetAdded: 'Product Added Successfully',
  })
})

test('what was added is told by the name of the brand, of a packet without a name', () => {
  const product: Product = { img: '', name: 'Alma', price: '1', brand: 'Northfold', about: '', ratting: '4' }
  expect([brandKind, coffeeKind, packetKind].map((kind) => kind.addedToast(product))).toEqual([
    'Alma Added Successfully',
    'Northfold Added Successfully',
    'Product Added Successfully',
  ])
})

test('a search finds every word somewhere in the name or the brand', () => {
  const facts = { img: '', name: 'Alma Negra', note: 'Northfold', ratting: 4 }
  expect(['', 'neg', 'NORTH alma', ' alma '].map((text) => matches(facts, text))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(matches(facts, 'alma decaf')).toBe(false)
})
