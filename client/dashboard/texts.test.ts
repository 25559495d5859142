import { expect, test } from 'vitest'
import { specTexts, words } from './texts.ts'

test('the texts of the specification have their exact spelling', () => {
  const { total, ...fixed } = specTexts
  expect(fixed).toEqual({
    links: {
      products: 'Single Item Product',
      orders: 'Full Item Product',
      users: 'All User',
      add: 'Add Product',
      shop: 'My Shop',
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
  expect(total('$12.50')).toBe('$ 12.50')
})

test('the number of rows says which of them are shown, and how many there are', () => {
  expect([0, 1, 1234].map(words.rows)).toEqual(['0 rows', '1 row', '1,234 rows'])
  expect(words.rowsFrom(51, 100)).toBe('Rows 51–100')
  expect(words.rowsOf(1001, 1050, words.rows(12_034))).toBe('1,001–1,050 of 12,034 rows')
  expect(words.rowsOf(51, 51, words.rows(51))).toBe('51 of 51 rows')
  expect(words.rowsOf(51, 100, words.orMore(words.rows(100_000)))).toBe('51–100 of 100,000 rows or more')
  expect([words.pageOf(2, null), words.pageOf(2, 1241)]).toEqual(['Page 2', 'Page 2 of 1,241'])
})

test('the texts of moves have the product or the number of rows and, if it is the same for all, their state', () => {
  const name = 'Lungo'
  expect([
    words.moved(1, name, 'Packed'),
    words.moved(3, name, 'Sent'),
    words.moved(1200, name, null),
  ]).toEqual(['Lungo is now Packed', '3 rows are now Sent', '1,200 rows are one step further'])
  expect([words.movedBack(1, name, 'Ordered'), words.movedBack(3, name, 'Ordered')]).toEqual([
    'Lungo is Ordered again',
    '3 rows are back where they were',
  ])
  expect(words.notMoved(1, name)).toBe('Lungo was not moved.')
  expect(words.notMoved(3, name)).toBe('3 rows were not moved, the first of them Lungo.')
  expect(words.perhapsMoved(1, name)).toBe('It is not known whether Lungo was moved.')
  expect(words.perhapsMoved(3, name)).toBe(
    'It is not known whether 3 rows were moved, the first of them Lungo.',
  )
})

test('a selection and new rows are counted', () => {
  expect([words.selected(3), words.selected(1200)]).toEqual(['3 selected', '1,200 selected'])
  expect([words.newRows(1, 'order'), words.newRows(1200, 'order')]).toEqual([
    '1 new order: show',
    '1,200 new orders: show',
  ])
})
