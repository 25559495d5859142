import { expect, test } from 'vitest'
import { texts, words } from './texts.ts'

test("the specification's texts stand to the letter", () => {
  const { total, ...fixed } = texts
  expect(fixed).toEqual({
    links: { products: 'Single Item Product', orders: 'Full Item Product', users: 'All User', add: 'Add Product' },
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

test.each([
  [0, false, '0 rows'],
  [1, false, '1 row'],
  [100, true, '100 rows, more load as you scroll'],
] as const)('%d rows, more to come: %s', (count, more, said) => {
  expect(words.rows(count, more)).toBe(said)
})

test('more than a page of new rows is not counted', () => {
  expect([1, 99, 100].map(words.news)).toEqual(['1 new', '99 new', '100+ new'])
})
