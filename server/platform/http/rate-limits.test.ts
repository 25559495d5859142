import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { countedByAddress, limitNumbers, Limits } from './rate-limits.ts'

const BUCKET = { burst: 3, refillMs: 100 }

describe('rate limits', () => {
  let limits: Limits
  beforeEach(() => {
    vi.useFakeTimers()
    limits = new Limits()
  })
  afterEach(() => vi.useRealTimers())

  const takeAll = (times: number, key = 'k') =>
    Array.from({ length: times }, () => limits.takeFrom(BUCKET, key))

  test('allow a burst, and then one request for each refill', () => {
    expect(takeAll(4)).toEqual([true, true, true, false])
    vi.advanceTimersByTime(100)
    expect(takeAll(2)).toEqual([true, false])
    vi.advanceTimersByTime(99)
    expect(takeAll(1)).toEqual([false])
    vi.advanceTimersByTime(1)
    expect(takeAll(1)).toEqual([true])
  })

  test('never allow more than the burst after a pause', () => {
    takeAll(3)
    vi.advanceTimersByTime(1_000_000)
    expect(takeAll(4)).toEqual([true, true, true, false])
  })

  test('count each key separately', () => {
    expect(takeAll(4, 'a').at(-1)).toBe(false)
    expect(takeAll(1, 'b')).toEqual([true])
  })

  test('return the time until the next token', () => {
    expect(limits.waitForAll([{ bucket: BUCKET, key: 'k' }])).toBe(0)
    takeAll(3)
    expect(limits.waitForAll([{ bucket: BUCKET, key: 'k' }])).toBe(100)
    vi.advanceTimersByTime(60)
    expect(limits.waitForAll([{ bucket: BUCKET, key: 'k' }])).toBe(40)
  })

  test('take returned tokens back, up to the burst', () => {
    takeAll(3)
    limits.giveAllBack([{ bucket: BUCKET, key: 'k' }])
    expect(takeAll(2)).toEqual([true, false])
    for (let times = 0; times < 9; times++) limits.giveAllBack([{ bucket: BUCKET, key: 'k' }])
    expect(takeAll(4)).toEqual([true, true, true, false])
  })

  test('refill nothing if the clock was set back', () => {
    vi.setSystemTime(2_000_000)
    takeAll(3)
    vi.setSystemTime(1_000_000)
    expect(takeAll(1)).toEqual([false])
  })

  test('of different names are counted separately', () => {
    const { burst } = limitNumbers.message
    const taken = Array.from({ length: burst + 1 }, () => limits.take('message', 'k'))
    expect([taken.filter(Boolean).length, limits.take('signIn', 'k')]).toEqual([burst, true])
  })

  test.each([
    ['read', 5000, 1000],
    ['write', 500, 200],
    ['signIn', 1000, 20],
    ['signUp', 60, 0.1],
    ['guest', 60, 0.1],
    ['reset', 10, 1 / 30],
    ['message', 10, 1 / 30],
    ['export', 60, 1],
  ] as const)('have these numbers for %s calls: %d at once, then %d a second', (limit, atOnce, perSecond) => {
    const allowed = () => {
      let count = 0
      while (count < 10_000 && limits.take(limit, 'k')) count += 1
      return count
    }
    expect(allowed()).toBe(atOnce)
    vi.advanceTimersByTime(30_000)
    expect(allowed()).toBe(Math.min(atOnce, 30 * perSecond))
  })

  test('allow a /48 ten times what they allow one of its /64 networks', () => {
    const counted = (network: number) =>
      limits.takeAll(countedByAddress(BUCKET, 'tries from', `2001:db8:1:${network.toString(16)}::1`))
    expect([counted(0), counted(0), counted(0), counted(0)]).toEqual([true, true, true, false])
    const others = Array.from({ length: 40 }, (_, network) => counted(network + 1))
    expect(others.filter(Boolean)).toHaveLength(27)
    expect(limits.takeAll(countedByAddress(BUCKET, 'tries from', '2001:db8:2::1'))).toBe(true)
    vi.advanceTimersByTime(10)
    expect([counted(50), counted(51)]).toEqual([true, false])
  })

  test('take a token from all buckets or from none', () => {
    const [full, empty] = ['a', 'b'].map((key) => ({ bucket: BUCKET, key }))
    if (!full || !empty) throw new Error('There are two.')
    takeAll(3, 'b')
    expect(limits.takeAll([full, empty])).toBe(false)
    expect(limits.waitForAll([full, empty])).toBe(100)
    expect(limits.taken(BUCKET, 'a')).toBe(0)
    limits.giveAllBack([full, empty])
    expect(limits.takeAll([full, empty])).toBe(true)
    expect([limits.taken(BUCKET, 'a'), limits.taken(BUCKET, 'b')]).toEqual([1, 3])
  })

  test('never allow more requests than the burst and the refilled tokens', () => {
    const bucket = fc.record({
      burst: fc.integer({ min: 1, max: 20 }),
      refillMs: fc.integer({ min: 1, max: 500 }),
    })
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
