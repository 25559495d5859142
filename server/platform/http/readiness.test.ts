import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Readiness } from './health.ts'

describe('readiness', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => vi.useRealTimers())

  function setUp() {
    const check = vi.fn<() => Promise<void>>(async () => undefined)
    const reasons: (string | null)[] = []
    const readiness = new Readiness({
      check,
      report: (reason) => reasons.push(reason && reason.message),
    })
    /** Moves the fake clock on by a little more than a second, then calls `isReady`. */
    const later = () => {
      vi.advanceTimersByTime(1001)
      return readiness.isReady()
    }
    return { check, reasons, readiness, later }
  }

  test('is checked at most once a second, however many calls there are', async () => {
    const { check, readiness, later } = setUp()
    expect(await Promise.all(Array.from({ length: 100 }, () => readiness.isReady()))).toEqual(
      Array.from({ length: 100 }, () => true),
    )
    vi.advanceTimersByTime(999)
    await readiness.isReady()
    expect(check).toHaveBeenCalledTimes(1)
    await later()
    expect(check).toHaveBeenCalledTimes(2)
  })

  test('is reported with the reason when it changes, and not again', async () => {
    const { check, reasons, later } = setUp()
    expect([await later(), reasons]).toEqual([true, []])
    check.mockRejectedValue(new Error('no beans'))
    expect([await later(), await later(), reasons]).toEqual([false, false, ['no beans']])
    check.mockResolvedValue()
    expect([await later(), await later(), reasons]).toEqual([true, true, ['no beans', null]])
  })
})
