import { expect, test } from 'vitest'
import { matches } from './entry-list-page.tsx'
import { specTexts } from './texts.ts'

test('the texts are those of the specification, letter by letter', () => {
  expect(specTexts).toMatchObject({
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

test('a search matches if every word occurs in the name or the brand', () => {
  expect(['', 'neg', 'NORTH alma', ' alma '].map((text) => matches('Alma Negra Northfold', text))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(matches('Alma Negra Northfold', 'alma decaf')).toBe(false)
})
