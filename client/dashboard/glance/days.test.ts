import { expect, test } from 'vitest'
import { bestOf, dayName, totalOf } from './days.ts'

const days = [
  { day: '2026-11-18', sold: 1, revenue: '10.50' },
  { day: '2026-11-19', sold: 0, revenue: '0.00' },
  { day: '2026-11-20', sold: 3, revenue: '30.25' },
]

test('the days are added up to the cent', () => {
  expect(totalOf(days)).toBe('40.75')
  expect(totalOf([])).toBe('0.00')
})

test('the best day is the one with most revenue', () => {
  expect(bestOf(days)?.day).toBe('2026-11-20')
})

test('without revenue there is no best day', () => {
  expect(bestOf([])).toBeNull()
  expect(bestOf([{ day: '2026-11-19', sold: 0, revenue: '0.00' }])).toBeNull()
})

test('a day is named by its date in UTC', () => {
  expect(dayName('2026-11-01')).toBe('1 Nov')
  expect(dayName('someday')).toBe('someday')
})
