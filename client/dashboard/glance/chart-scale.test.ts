import { expect, test } from 'vitest'
import { barsOf } from './chart-scale.ts'

test.each([[[0, 25, 50]], [[0, 3061.5, 6123]], [[0, 0.015, 0.03]]])(
  'bars of %j stand on the ground, and the greatest fills the height',
  (values) => {
    const [nothing, half, full] = barsOf(values)
    expect(nothing).toMatchObject({ y: 1, height: 0 })
    expect(half).toMatchObject({ y: 0.5, height: 0.5 })
    expect(full).toMatchObject({ y: 0, height: 1 })
  },
)

test('without a value there is no bar', () => {
  expect(barsOf([0, 0]).map(({ height }) => height)).toEqual([0, 0])
})

test('bars stay in their own column', () => {
  for (const [index, { x, width }] of barsOf([1, 2, 3]).entries()) {
    expect(x).toBeGreaterThan(index)
    expect(x + width).toBeLessThan(index + 1)
  }
})
