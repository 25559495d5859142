import { expect, test } from 'vitest'
import { ariaRowCount, countText, totalBeyondLoaded } from './row-count.ts'

test.each([
  [0, { hasMore: false, total: null }, { text: '', aria: 1, beyond: null }],
  [7, { hasMore: false, total: null }, { text: '7 rows', aria: 8, beyond: null }],
  [
    100,
    { hasMore: true, total: null },
    { text: '100 rows, more load as you scroll', aria: -1, beyond: null },
  ],
  [100, { hasMore: true, total: 3214 }, { text: '3,214 rows', aria: 3215, beyond: 3214 }],
  [300, { hasMore: true, total: 250 }, { text: '300 rows', aria: 301, beyond: null }],
  [100, { hasMore: true, total: 100_000 }, { text: '100,000 rows or more', aria: -1, beyond: null }],
])('%i loaded rows of a table with %j: %j', (loaded, known, { text, aria, beyond }) => {
  expect(countText(loaded, known)).toBe(text)
  expect(ariaRowCount(loaded, known)).toBe(aria)
  expect(totalBeyondLoaded(loaded, known)).toBe(beyond)
})
