import { expect, test } from 'vitest'
import { keyStep, swipeStep, wrapAround } from './carousel.ts'

test('the arrows wrap around at both ends', () => {
  expect(wrapAround(0, 1, 3)).toBe(1)
  expect(wrapAround(2, 1, 3)).toBe(0)
  expect(wrapAround(0, -1, 3)).toBe(2)
})

test('a swipe to the left is next, to the right previous', () => {
  expect(swipeStep(-60, 10)).toBe(1)
  expect(swipeStep(60, -10)).toBe(-1)
})

test('a tap or a scroll is no swipe', () => {
  expect(swipeStep(-20, 0)).toBe(0)
  expect(swipeStep(-60, 90)).toBe(0)
})

test('the arrow keys move, others do not', () => {
  expect(['ArrowRight', 'ArrowLeft', 'Tab'].map(keyStep)).toEqual([1, -1, 0])
})
