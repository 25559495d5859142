import { expect, test } from 'vitest'
import { barsOf, topOf } from './chart-scale.ts'

test.each([
  [0, 1],
  [-3, 1],
  [Number.NaN, 1],
  [1, 1],
  [1.01, 2],
  [37, 50],
  [99, 100],
  [100, 100],
  [101, 200],
  [0.03, 0.05],
  [612_345, 1_000_000],
])('a chart up to %d has its top at %d', (most, top) => {
  expect(topOf(most)).toBeCloseTo(top, 10)
})

test('bars stand on the ground, as high as their value', () => {
  const [nothing, half, full] = barsOf([0, 25, 50], 50)
  expect(nothing).toMatchObject({ y: 1, height: 0 })
  expect(half).toMatchObject({ y: 0.5, height: 0.5 })
  expect(full).toMatchObject({ y: 0, height: 1 })
})

test('bars stay in their own column', () => {
  for (const [index, { x, width }] of barsOf([1, 2, 3], 3).entries()) {
    expect(x).toBeGreaterThan(index)
    expect(x + width).toBeLessThan(index + 1)
  }
})
