import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Jobs } from './jobs.ts'

describe('jobs', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  test('are repeated, with the interval counted from the end of the last run', async () => {
    const starts: number[] = []
    const begin = Date.now()
    const jobs = new Jobs(() => undefined)
    jobs.every(100, async () => {
      starts.push(Date.now() - begin)
      await new Promise((resolve) => setTimeout(resolve, 50))
    })
    await vi.advanceTimersByTimeAsync(500)
    await jobs.stop()
    expect(starts).toEqual([100, 250, 400])
  })

  test('are repeated after a failure, which is reported', async () => {
    const errors: unknown[] = []
    const jobs = new Jobs((error) => errors.push(error))
    jobs.every(10, () => Promise.reject(new Error('no')))
    await vi.advanceTimersByTimeAsync(35)
    await jobs.stop()
    expect(errors).toHaveLength(3)
  })

  test('get a signal that is aborted when the jobs stop', async () => {
    const jobs = new Jobs(() => undefined)
    let told = false
    jobs.every(
      10,
      (stopping) =>
        new Promise((resolve) => stopping.addEventListener('abort', () => resolve(void (told = true)))),
    )
    await vi.advanceTimersByTimeAsync(15)
    expect(told).toBe(false)
    await jobs.stop()
    expect(told).toBe(true)
  })

  test('stop after the runs in progress have ended', async () => {
    let finished = 0
    const jobs = new Jobs(() => undefined)
    jobs.every(10, async () => {
      await new Promise((resolve) => setTimeout(resolve, 30))
      finished += 1
    })
    await vi.advanceTimersByTimeAsync(15)
    const stopped = jobs.stop().then(() => finished)
    await vi.advanceTimersByTimeAsync(500)
    expect([await stopped, finished]).toEqual([1, 1])
    jobs.every(10, async () => void (finished += 1))
    await vi.advanceTimersByTimeAsync(50)
    expect(finished).toBe(1)
  })
})
