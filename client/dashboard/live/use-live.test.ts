import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttle } from './use-live.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

test('runs the first call at once, and the calls after it once at the end of the interval', () => {
  const work = vi.fn()
  const { run } = throttle(work, 1000)
  run()
  run()
  run()
  expect(work).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1000)
  expect(work).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(5000)
  expect(work).toHaveBeenCalledTimes(2)
  run()
  expect(work).toHaveBeenCalledTimes(3)
})

test('runs nothing after it was stopped', () => {
  const work = vi.fn()
  const { run, stop } = throttle(work, 1000)
  run()
  run()
  stop()
  vi.advanceTimersByTime(5000)
  expect(work).toHaveBeenCalledTimes(1)
})
