import { expect, test } from 'vitest'
import { barsOf, bestOf, dayName, totalOf } from './days.ts'

const days = [
  { day: '2026-11-18', sold: 1, revenue: '10.50' },
  { day: '2026-11-19', sold: 0, revenue: '0.00' },
  { day: '2026-11-20', sold: 3, revenue: '30.25' },
]

test('the total is exact to the cent', () => {
  expect(totalOf(days, 'revenue', 'USD')).toBe(4075)
  expect(totalOf([], 'revenue', 'USD')).toBe(0)
})

test('the best day is the one with the highest revenue', () => {
  expect(bestOf(days, 'USD')?.day).toBe('2026-11-20')
})

test('without revenue there is no best day', () => {
  expect(bestOf([], 'USD')).toBeNull()
  expect(bestOf([{ day: '2026-11-19', sold: 0, revenue: '0.00' }], 'USD')).toBeNull()
})

test('the name of a day is its date, in any time zone', () => {
  expect(dayName('2026-11-01')).toBe('1 Nov')
  expect(dayName('someday')).toBe('someday')
})

test.each([[[0, 25, 50]], [[0, 3061.5, 6123]], [[0, 0.015, 0.03]]])(
  'the bars of %j stand on the bottom line, and the greatest has the height of the chart',
  (values) => {
    const [nothing, half, full] = barsOf(values)
    expect(nothing).toMatchObject({ y: 1, height: 0 })
    expect(half).toMatchObject({ y: 0.5, height: 0.5 })
    expect(full).toMatchObject({ y: 0, height: 1 })
  },
)

test('the bars of a chart without values have no height', () => {
  expect(barsOf([0, 0]).map(({ height }) => height)).toEqual([0, 0])
})

test('each bar stays in its own column', () => {
  for (const [index, { x, width }] of barsOf([1, 2, 3]).entries()) {
    expect(x).toBeGreaterThan(index)
    expect(x + width).toBeLessThan(index + 1)
  }
})
