import { expect, test } from 'vitest'
import { nextName, typedGrams } from './texts.ts'

test.each([
  ['8.25', 8250],
  ['8,25', 8250],
  [' 12 ', 12_000],
  ['0.001', 1],
  ['1,234.5', null],
  ['8.2501', null],
  ['-1', null],
  ['', null],
])('%s kg are %s grams', (text, grams) => {
  expect(typedGrams(text)).toBe(grams)
})

test.each([
  ['47', '48'],
  ['L-099', 'L-100'],
  ['2026-11-9', '2026-11-10'],
  ['Monday', ''],
  ['', ''],
])('after lot %s comes %s', (name, next) => {
  expect(nextName(name)).toBe(next)
})
