import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { idAt, newId, now } from './clock.ts'

const FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('the clock', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  test('makes ids that are UUIDs of version 7 and begin with the time', () => {
    vi.setSystemTime(Date.UTC(2040, 0, 1))
    const id = newId()
    expect(id).toMatch(FORM)
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.UTC(2040, 0, 1))
  })

  test('makes ids that strictly ascend, even if there are more in a millisecond than the counter can count', () => {
    vi.setSystemTime(Date.UTC(2041, 0, 1))
    const ids = Array.from({ length: 20_000 }, newId)
    expect(ids).toEqual([...new Set(ids)].toSorted())
    expect(ids.every((id) => FORM.test(id))).toBe(true)
  })

  test('makes ids that ascend even after it was set back', () => {
    vi.setSystemTime(Date.UTC(2042, 0, 2))
    const before = newId()
    vi.setSystemTime(Date.UTC(2042, 0, 1))
    const after = newId()
    expect(now()).toBeLessThan(Date.UTC(2042, 0, 2))
    expect(after > before).toBe(true)
  })

  test('makes ids for past times that sort by these times', () => {
    const ids = [1_600_000_000_000, 1_600_000_000_001, 1_700_000_000_000].map(idAt)
    expect(ids).toEqual(ids.toSorted())
    expect(ids.every((id) => FORM.test(id))).toBe(true)
    expect(ids.every((id) => id < newId())).toBe(true)
  })
})
