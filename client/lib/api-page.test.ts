import { expect, test } from 'vitest'
import { nextCursor } from './api-page.ts'

test.each([
  ['</api/allProducts?after=abc&sort=email>; rel="next"', 'abc'],
  ['</api/allUser?sort=name&after=a%2Bb%3D>; rel=next', 'a+b='],
  ['</api/x?after=first>; rel="first", </api/x?after=later>; rel="next"', 'later'],
  ['</api/x?after=1>; title="one, two; rel=prev"; rel="next last"', '1'],
  ['</api/x?after=1> ; Rel = "NEXT"', '1'],
])('%s has the cursor %s', (header, place) => {
  expect(nextCursor(header)).toBe(place)
})

test.each([
  [null],
  [''],
  ['</api/x?after=1>; rel="prev"'],
  ['</api/x?after=1>; rel="nextish"'],
  ['</api/x?after=1>'],
  ['</api/x>; rel="next"'],
  ['nonsense'],
])('%s has no cursor', (header) => {
  expect(nextCursor(header)).toBeNull()
})
