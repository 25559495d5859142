import { expect, test } from 'vitest'
import { brandKind } from '../entries/brand-kind.tsx'
import { coffeeKind } from '../entries/coffee-kind.tsx'
import { packetKind } from '../entries/packet-kind.tsx'
import type { EntryInput } from '../entries/entry-kind.ts'
import { matches } from './entry-list.tsx'
import { texts } from './texts.ts'

test('the texts are those of the specification, letter by letter', () => {
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

test('the toast after adding a brand or a coffee name has the name of the brand, and that of a packet has no name', () => {
  const packed = { weight: '', taxClass: 'standard' } as const
  const typed = { name: 'Alma', price: '1', brand: 'Northfold', about: '', ratting: '4' }
  const input: EntryInput = { img: '', ...typed, ...packed }
  expect([brandKind, coffeeKind, packetKind].map((kind) => kind.addedToast(input))).toEqual([
    'Alma Added Successfully',
    'Northfold Added Successfully',
    'Product Added Successfully',
  ])
})

test('a search matches if every word occurs in the name or the brand', () => {
  const facts = { img: '', name: 'Alma Negra', note: 'Northfold', ratting: 4 }
  expect(['', 'neg', 'NORTH alma', ' alma '].map((text) => matches(facts, text))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(matches(facts, 'alma decaf')).toBe(false)
})
