import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { limitNumbers, Limits } from './limits.ts'

const BUCKET = { burst: 3, refillMs: 100 }

describe('limits', () => {
  let limits: Limits
  beforeEach(() => {
    vi.useFakeTimers()
    limits = new Limits()
  })
  afterEach(() => vi.useRealTimers())

  const takeAll = (times: number, key = 'k') => Array.from({ length: times }, () => limits.takeFrom(BUCKET, key))

  test('allow a burst, then one for each refill', () => {
    expect(takeAll(4)).toEqual([true, true, true, false])
    vi.advanceTimersByTime(100)
    expect(takeAll(2)).toEqual([true, false])
    vi.advanceTimersByTime(99)
    expect(takeAll(1)).toEqual([false])
    vi.advanceTimersByTime(1)
    expect(takeAll(1)).toEqual([true])
  })

  test('never save up more than the burst', () => {
    takeAll(3)
    vi.advanceTimersByTime(1_000_000)
    expect(takeAll(4)).toEqual([true, true, true, false])
  })

  test('count each key for itself', () => {
    expect(takeAll(4, 'a').at(-1)).toBe(false)
    expect(takeAll(1, 'b')).toEqual([true])
  })

  test('tell how long to wait', () => {
    expect(limits.wait(BUCKET, 'k')).toBe(0)
    takeAll(3)
    expect(limits.wait(BUCKET, 'k')).toBe(100)
    vi.advanceTimersByTime(60)
    expect(limits.wait(BUCKET, 'k')).toBe(40)
  })

  test('give back what was taken for nothing, and no more than that', () => {
    takeAll(3)
    limits.giveBack(BUCKET, 'k')
    expect(takeAll(2)).toEqual([true, false])
    for (let times = 0; times < 9; times++) limits.giveBack(BUCKET, 'k')
    expect(takeAll(4)).toEqual([true, true, true, false])
  })

  test('refill nothing when the clock is set back', () => {
    vi.setSystemTime(2_000_000)
    takeAll(3)
    vi.setSystemTime(1_000_000)
    expect(takeAll(1)).toEqual([false])
  })

  test('of the contract are counted apart from each other', () => {
    const { burst } = limitNumbers.message
    const taken = Array.from({ length: burst + 1 }, () => limits.take('message', 'k'))
    expect([taken.filter(Boolean).length, limits.take('signIn', 'k')]).toEqual([burst, true])
  })

  test('never let through more than the burst and what time has refilled', () => {
    const bucket = fc.record({ burst: fc.integer({ min: 1, max: 20 }), refillMs: fc.integer({ min: 1, max: 500 }) })
    const pauses = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 })
    fc.assert(
      fc.property(bucket, pauses, (numbers, between) => {
        const fresh = new Limits()
        let elapsed = 0
        let passed = 0
        for (const pause of between) {
          vi.advanceTimersByTime(pause)
          elapsed += pause
          if (fresh.takeFrom(numbers, 'k')) passed += 1
          expect(passed).toBeLessThanOrEqual(numbers.burst + elapsed / numbers.refillMs + 1e-6)
        }
      }),
    )
  })
})
