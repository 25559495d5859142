import { expect, test } from 'vitest'
import { texts, words } from './texts.ts'

test('the texts of the specification have their exact spelling', () => {
  const { total, ...fixed } = texts
  expect(fixed).toEqual({
    links: {
      products: 'Single Item Product',
      orders: 'Full Item Product',
      users: 'All User',
      add: 'Add Product',
    },
    openDrawer: 'Open drawer',
    paid: 'OK',
    notPaid: 'NOT OK',
    delivery: 'Delivery',
    details: 'Details',
    goBack: 'Go Back',
    makeAdmin: 'Make Admin',
    removeAdmin: 'Remove Admin',
    delete: 'Delete',
    madeAdmin: 'User Make Admin Successfully',
    removedAdmin: 'User Remove Admin Successfully',
    deleted: 'User Deleted Successfully',
  })
  expect(total('12.50')).toBe('$ 12.50')
})

test('the number of rows is exact, that of the loaded rows, or a minimum', () => {
  expect([0, 1, 1234].map(words.rows)).toEqual(['0 rows', '1 row', '1,234 rows'])
  expect(words.rowsLoaded(100)).toBe('100 rows, more load as you scroll')
  expect(words.rowsAtLeast(100_000)).toBe('100,000 rows or more')
})

test('the texts of many moves have the number of rows and, if it is the same for all, their state', () => {
  expect([words.movedMany(1, 'Packed'), words.movedMany(3, 'Sent'), words.movedMany(1200, null)]).toEqual([
    '1 row is now Packed',
    '3 rows are now Sent',
    '1,200 rows are one step further',
  ])
  expect([words.movedManyBack(1), words.movedManyBack(3)]).toEqual([
    '1 row is back where it was',
    '3 rows are back where they were',
  ])
  expect(words.notMovedMany(1, 'Lungo')).toBe('Lungo was not moved.')
  expect(words.notMovedMany(3, 'Lungo')).toBe('3 rows were not moved, the first of them Lungo.')
  expect(words.perhapsMovedMany(1, 'Lungo')).toBe('It is not known whether Lungo was moved.')
  expect(words.perhapsMovedMany(3, 'Lungo')).toBe(
    'It is not known whether 3 rows were moved, the first of them Lungo.',
  )
})

test('the text of a selection has the number of all rows if not all are loaded', () => {
  expect([words.selected(3, null), words.selected(100, 3214)]).toEqual([
    '3 selected',
    '100 of 3,214 selected',
  ])
})

test('new rows are counted up to a page of them', () => {
  expect([1, 99, 100].map(words.newRows)).toEqual(['1 new', '99 new', '100+ new'])
})
