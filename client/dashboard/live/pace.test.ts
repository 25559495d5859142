import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paced } from './pace.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

test('the first is done at once, the many after it once, when it is time', () => {
  const work = vi.fn()
  const { run } = paced(work, 1000)
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

test('nothing comes after it was stopped', () => {
  const work = vi.fn()
  const { run, stop } = paced(work, 1000)
  run()
  run()
  stop()
  vi.advanceTimersByTime(5000)
  expect(work).toHaveBeenCalledTimes(1)
})
