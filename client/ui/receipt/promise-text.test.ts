import { expect, test } from 'vitest'
import { promiseText } from './promise-text.ts'

const roastOn = '2026-11-24'

test.each([
  ['2026-11-25', '2026-11-27', 'Roasted on Tuesday, 24 November, with you by Friday'],
  ['2026-11-25', '2026-11-30', 'Roasted on Tuesday, 24 November, with you by Monday'],
  ['2026-11-30', '2026-12-01', 'Roasted on Tuesday, 24 November, with you by Tuesday, 1 December'],
  ['2026-11-24', '2026-11-24', 'Roasted on Tuesday, 24 November, with you the same day'],
])('a parcel that arrives from %s to %s: %s', (from, to, text) => {
  expect(promiseText({ kind: 'parcel', promise: { roastOn, from, to } })).toBe(text)
})

test('a pickup is ready on the day on which it is roasted', () => {
  const promise = { roastOn, from: roastOn, to: roastOn }
  expect(promiseText({ kind: 'pickup', promise })).toBe('Roasted and ready on Tuesday, 24 November')
})

test('a shop without roast days promises nothing', () => {
  expect(promiseText({ kind: 'parcel', promise: null })).toBeNull()
})
