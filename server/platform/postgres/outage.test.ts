import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Outage } from './outage.ts'

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('after a failure, attempts are refused at once, and the pauses between them grow up to two seconds', async () => {
  const outage = new Outage(() => true)
  const connect = vi.fn(() => Promise.reject(refused))
  const pauses: number[] = []
  let last = 0
  for (let at = 0; at < 20_000; at += 10) {
    await expect(outage.attempt(connect)).rejects.toBe(refused)
    if (connect.mock.calls.length > pauses.length) {
      pauses.push(at - last)
      last = at
    }
    vi.advanceTimersByTime(10)
  }
  expect(pauses.length).toBeLessThan(30)
  expect(pauses[1]).toBeLessThanOrEqual(110)
  for (const pause of pauses.slice(6)) {
    expect(pause).toBeGreaterThanOrEqual(1000)
    expect(pause).toBeLessThanOrEqual(2010)
  }
  expect(new Set(pauses.slice(6)).size).toBeGreaterThan(1)
})

test('only one attempt runs at a time, and a success lets all attempts run again', async () => {
  const outage = new Outage(() => true)
  await expect(outage.attempt(() => Promise.reject(refused))).rejects.toBe(refused)
  vi.advanceTimersByTime(200)
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = outage.attempt(() => promise)
  await expect(outage.attempt(async () => 'second')).rejects.toBe(refused)
  resolve('first')
  expect(await first).toBe('first')
  expect(await outage.attempt(async () => 'second')).toBe('second')
})

test('an attempt that waited for a free connection in vain does not count as a failure', async () => {
  const outage = new Outage(() => true)
  const busy = new Error('timeout exceeded when trying to connect')
  await expect(outage.attempt(() => Promise.reject(busy))).rejects.toBe(busy)
  expect(await outage.attempt(async () => 'next')).toBe('next')
})

test('attempts are refused while the health check fails, and for at most three seconds after the last one', async () => {
  const outage = new Outage(() => true)
  await expect(outage.check(() => Promise.reject(refused))).rejects.toBe(refused)
  await expect(outage.attempt(async () => 'done')).rejects.toBe(refused)
  vi.advanceTimersByTime(3001)
  expect(await outage.attempt(async () => 'done')).toBe('done')
  await expect(outage.check(() => Promise.reject(refused))).rejects.toBe(refused)
  await outage.check(async () => undefined)
  expect(await outage.attempt(async () => 'done')).toBe('done')
})

test('a server with too many connections is an outage only for a pool that has none', async () => {
  const tooMany = Object.assign(new Error('sorry, too many clients already'), { code: '53300' })
  let connections = 1
  const outage = new Outage(() => connections > 0)
  await expect(outage.attempt(() => Promise.reject(tooMany))).rejects.toBe(tooMany)
  expect(await outage.attempt(async () => 'next')).toBe('next')
  connections = 0
  await expect(outage.attempt(() => Promise.reject(tooMany))).rejects.toBe(tooMany)
  await expect(outage.attempt(async () => 'next')).rejects.toBe(tooMany)
})
