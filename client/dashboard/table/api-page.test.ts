import { expect, test, vi } from 'vitest'
import { setCredentials } from '#client/lib/api.ts'
import { apiPage, cursorsIn } from './api-page.ts'

test('a page of a list has the cursors of other pages, also with a renewed token', async () => {
  setCredentials({ token: async () => 'old', renew: async () => 'new' })
  const headers = { link: '</api/allCoffee?after=place>; rel="next"' }
  const refusal = { type: 'about:blank', title: 'words', status: 401, code: 'not-signed-in' }
  const answers = [
    Response.json(refusal, { status: 401 }),
    new Response('[]', { headers }),
    new Response('[]'),
  ]
  vi.stubGlobal('fetch', async () => answers.shift())
  expect(await apiPage('GET /allCoffee')).toEqual({ rows: [], next: 'place', previous: null })
  expect(await apiPage('GET /allCoffee')).toEqual({ rows: [], next: null, previous: null })
})

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
