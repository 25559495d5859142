import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDay, readClosedDays, writeClosedDays } from './closed-days.ts'

test('a range closes both its ends and the days between, over the end of a year', () => {
  expect(readClosedDays('2026-12-30 to 2027-01-02\n\n 2026-05-01 ')).toEqual([
    '2026-05-01',
    '2026-12-30',
    '2026-12-31',
    '2027-01-01',
    '2027-01-02',
  ])
  expect(readClosedDays('2028-02-28 – 2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
})

test('a range that ends where it begins is one day, and days that are named twice are closed once', () => {
  expect(readClosedDays('2026-12-24 to 2026-12-24\n2026-12-24')).toEqual(['2026-12-24'])
})

test.each([
  '2027-01-02 to 2026-12-24',
  '2026-02-28 to 2026-02-30',
  '2026-12-24 to Christmas',
  '2026-01-01 to 2027-02-05',
])('the range %s is refused', (range) => expect(readClosedDays(`2026-05-01\n${range}`)).toBeNull())

test('a line that is no range is kept, and only a date is a day', () => {
  expect(readClosedDays('24.12.2026')).toEqual(['24.12.2026'])
  expect(['2026-12-24', '24.12.2026', '2026-02-30', 'Christmas'].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('three days in a row are written as a range, and two are not', () => {
  expect(writeClosedDays(['2026-12-24', '2026-12-25', '2026-12-31', '2027-01-01', '2027-01-02'])).toBe(
    '2026-12-24\n2026-12-25\n2026-12-31 to 2027-01-02',
  )
  expect(writeClosedDays([])).toBe('')
})

test('what is written is read again as the same days', () => {
  const day = fc
    .integer({ min: 0, max: 60 })
    .map((offset) => new Date(Date.UTC(2026, 11, 1 + offset)).toISOString().slice(0, 10))
  fc.assert(
    fc.property(fc.uniqueArray(day), (days) => {
      expect(readClosedDays(writeClosedDays(days))).toEqual(days.toSorted())
    }),
  )
})
