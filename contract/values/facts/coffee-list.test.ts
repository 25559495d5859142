import { expect, test } from 'vitest'
import { isNarrowed, readListQuery, writeListQuery } from './coffee-list.ts'

test.each([
  ['', ''],
  ['?', ''],
  ['?roast=3&roast=2&roast=3&utm_source=x', '?roast=2&roast=3'],
  ['?country=ET&suitedFor=filter&roast=2', '?suitedFor=filter&roast=2&country=ET'],
  ['?taste=Chocolate+and+nut&process=%C3%A4', '?taste=Chocolate+and+nut&process=%C3%A4'],
  ['?sort=price&page=2', '?sort=price&page=2'],
  ['?sort=weight&page=1&decaf=&inStock=%00', ''],
  ['?page=0&page=2', ''],
  [`?process=${'x'.repeat(81)}`, ''],
])('the choices in %j are %j', (search, written) => {
  expect(writeListQuery(readListQuery(search))).toBe(written)
})

test('a list is narrowed by a filter or another order, and not by its page', () => {
  expect(
    ['', '?page=3', '?page=3&decaf=yes', '?sort=name'].map((search) => isNarrowed(readListQuery(search))),
  ).toEqual([false, false, true, true])
})
