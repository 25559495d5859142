import { expect, test } from 'vitest'
import { keyStep, swipeStep, wrapAround } from './review-section.tsx'

test('the slides wrap around at both ends', () => {
  expect(wrapAround(0, 1, 3)).toBe(1)
  expect(wrapAround(2, 1, 3)).toBe(0)
  expect(wrapAround(0, -1, 3)).toBe(2)
})

test('a swipe to the left shows the next slide, to the right the previous one', () => {
  expect(swipeStep(-60, 10)).toBe(1)
  expect(swipeStep(60, -10)).toBe(-1)
})

test('a tap or a scroll is not a swipe', () => {
  expect(swipeStep(-20, 0)).toBe(0)
  expect(swipeStep(-60, 90)).toBe(0)
})

test('the arrow keys move the slides, other keys do not', () => {
  expect(['ArrowRight', 'ArrowLeft', 'Tab'].map(keyStep)).toEqual([1, -1, 0])
})
