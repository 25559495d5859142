import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysOf, rangesOf } from './closed-days.ts'

test('a range closes both its ends and the days between, over the end of a year', () => {
  expect(daysOf({ from: '2026-12-30', to: '2027-01-02' })).toEqual([
    '2026-12-30',
    '2026-12-31',
    '2027-01-01',
    '2027-01-02',
  ])
  expect(daysOf({ from: '2028-02-28', to: '2028-03-01' })).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
})

test('a range without a last day is one day, and one without any day is empty', () => {
  expect(daysOf({ from: '2026-12-24', to: '' })).toEqual(['2026-12-24'])
  expect(daysOf({ from: '2026-12-24', to: '2026-12-24' })).toEqual(['2026-12-24'])
  expect(daysOf({ from: '', to: '' })).toEqual([])
})

test.each([
  ['2027-01-02', '2026-12-24'],
  ['2026-02-28', '2026-02-30'],
  ['Christmas', ''],
  ['', '2026-12-24'],
  ['2026-01-01', '2027-02-05'],
])('the range from "%s" to "%s" is refused', (from, to) => expect(daysOf({ from, to })).toBeNull())

test('days in a row are one range', () => {
  expect(rangesOf(['2026-12-26', '2026-12-31', '2027-01-01', '2026-12-24', '2027-01-02'])).toEqual([
    { from: '2026-12-24', to: '' },
    { from: '2026-12-26', to: '' },
    { from: '2026-12-31', to: '2027-01-02' },
  ])
  expect(rangesOf([])).toEqual([])
})

test('the ranges of days are these days', () => {
  const day = fc
    .integer({ min: 0, max: 60 })
    .map((offset) => new Date(Date.UTC(2026, 11, 1 + offset)).toISOString().slice(0, 10))
  fc.assert(
    fc.property(fc.uniqueArray(day), (days) => {
      expect(rangesOf(days).flatMap(daysOf)).toEqual(days.toSorted())
    }),
  )
})
