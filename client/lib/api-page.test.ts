import { expect, test } from 'vitest'
import { cursorsIn } from './api-page.ts'

test.each([
  ['</api/allProducts?sort=email&after=abc>; rel="next"', { next: 'abc', previous: null }],
  ['</api/x?before=a-b>; rel="prev", </api/x?after=c_d>; rel="next"', { next: 'c_d', previous: 'a-b' }],
  ['</api/x?before=1>; rel="prev"', { next: null, previous: '1' }],
  ['</api/x?after=1>; rel="first"', { next: null, previous: null }],
  ['</api/x>; rel="next"', { next: null, previous: null }],
  ['', { next: null, previous: null }],
  [null, { next: null, previous: null }],
])('%s has the cursors %j', (header, cursors) => {
  expect(cursorsIn(header)).toEqual(cursors)
})
