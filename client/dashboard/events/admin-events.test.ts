import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveTopics } from '#contract/values/live.ts'
import type { LiveTopic } from '#contract/values/live.ts'
import { FakeEventSource } from '#test/stand-ins/event-source.ts'
import { followAdminEvents } from './admin-events.ts'

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })

const stops: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('document', page)
  FakeEventSource.opened = []
  page.visibilityState = 'visible'
})

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
})

test('an event refreshes the data of its topic, and many events at once refresh it once', async () => {
  const { connection, refreshed } = start()
  expect(connection.address).toBe('/api/live')
  connection.fire('orders')
  connection.fire('orders')
  connection.fire('users')
  await vi.advanceTimersByTimeAsync(1000)
  expect(refreshed()).toEqual(['orders', 'users'])
  connection.fire('orders')
  await vi.advanceTimersByTimeAsync(1000)
  expect(refreshed()).toEqual(['orders', 'users', 'orders'])
})

test('events during a refresh that takes long do not cut it short, and lead to one more refresh', async () => {
  const { connection, refreshed, refresh } = start()
  refresh.mockImplementation(() => new Promise((resolve) => setTimeout(resolve, 2000)))
  for (let at = 0; at < 2000; at += 100) {
    connection.fire('orders')
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(refreshed()).toEqual(['orders'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(refreshed()).toEqual(['orders', 'orders'])
})

test('a hidden page ignores events, and refreshes everything when it is visible again', () => {
  const { connection, refreshed } = start()
  page.visibilityState = 'hidden'
  connection.fire('orders')
  page.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(1000)
  expect(refreshed()).toEqual([])
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(refreshed()).toEqual(liveTopics)
})

test('a reopened connection refreshes everything, because events may have been missed', () => {
  const { connection, refreshed } = start()
  connection.fire('open')
  expect(refreshed()).toEqual([])
  connection.fire('error')
  connection.fire('open')
  expect(refreshed()).toEqual(liveTopics)
})

test('a refused connection is opened again later; a lost one is left to the browser', () => {
  const { connection } = start()
  connection.fire('error')
  vi.advanceTimersByTime(60_000)
  expect(FakeEventSource.opened).toHaveLength(1)
  connection.close()
  connection.fire('error')
  vi.advanceTimersByTime(10_000)
  expect(FakeEventSource.opened).toHaveLength(2)
})

test('a refused connection refreshes `users`, because the user may no longer be an admin', () => {
  const { connection, refreshed } = start()
  connection.fire('error')
  expect(refreshed()).toEqual([])
  connection.close()
  connection.fire('error')
  expect(refreshed()).toEqual(['users'])
})

test('a connection that is lost for five seconds is an outage since the moment it was lost, until it is back', () => {
  const { connection, report } = start()
  connection.fire('open')
  vi.advanceTimersByTime(60_000)
  const lostAt = Date.now()
  connection.fire('error')
  vi.advanceTimersByTime(3000)
  connection.fire('error')
  expect(report).toHaveBeenLastCalledWith(null)
  vi.advanceTimersByTime(2000)
  expect(report).toHaveBeenLastCalledWith(lostAt)
  connection.fire('open')
  expect(report).toHaveBeenLastCalledWith(null)
})

test('a connection that is back within five seconds is no outage; one that never opened is', () => {
  const { connection, report, stop } = start()
  connection.fire('open')
  connection.fire('error')
  vi.advanceTimersByTime(4000)
  connection.fire('open')
  vi.advanceTimersByTime(60_000)
  expect(report).toHaveBeenLastCalledWith(null)
  stop()
  const startedAt = Date.now()
  const second = start()
  vi.advanceTimersByTime(5000)
  expect(second.report).toHaveBeenLastCalledWith(startedAt)
})

test('a page whose connection was replaced does not reconnect until it becomes visible again', () => {
  const { connection, report, refreshed } = start()
  connection.fire('open')
  connection.fire('replaced')
  expect(connection.readyState).toBe(FakeEventSource.CLOSED)
  const lostAt = Date.now()
  vi.advanceTimersByTime(60_000)
  expect(report).toHaveBeenLastCalledWith(lostAt)
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(FakeEventSource.opened).toHaveLength(1)
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect([FakeEventSource.opened.length, refreshed()]).toEqual([2, liveTopics])
  FakeEventSource.opened[1]?.fire('open')
  expect(report).toHaveBeenLastCalledWith(null)
})

test('stopping closes the connection for good', () => {
  const { connection, refreshed, stop } = start()
  connection.fire('orders')
  stop()
  vi.advanceTimersByTime(60_000)
  expect([FakeEventSource.opened.length, connection.readyState]).toEqual([1, FakeEventSource.CLOSED])
  expect(refreshed()).toEqual([])
})

function start() {
  const refresh = vi.fn(async (_topic: LiveTopic): Promise<void> => undefined)
  const report = vi.fn()
  const stop = followAdminEvents(refresh, report)
  stops.push(stop)
  const connection = FakeEventSource.opened.at(-1)
  if (!connection) throw new Error('no connection was opened')
  return { connection, report, stop, refresh, refreshed: () => refresh.mock.calls.map(([topic]) => topic) }
}
